pub const CUDART_VERSION: u32 = 12090;
pub const cudaHostAllocDefault: u32 = 0;
pub const cudaHostAllocPortable: u32 = 1;
pub const cudaHostAllocMapped: u32 = 2;
pub const cudaHostAllocWriteCombined: u32 = 4;
pub const cudaHostRegisterDefault: u32 = 0;
pub const cudaHostRegisterPortable: u32 = 1;
pub const cudaHostRegisterMapped: u32 = 2;
pub const cudaHostRegisterIoMemory: u32 = 4;
pub const cudaHostRegisterReadOnly: u32 = 8;
pub const cudaPeerAccessDefault: u32 = 0;
pub const cudaStreamDefault: u32 = 0;
pub const cudaStreamNonBlocking: u32 = 1;
pub const cudaEventDefault: u32 = 0;
pub const cudaEventBlockingSync: u32 = 1;
pub const cudaEventDisableTiming: u32 = 2;
pub const cudaEventInterprocess: u32 = 4;
pub const cudaEventRecordDefault: u32 = 0;
pub const cudaEventRecordExternal: u32 = 1;
pub const cudaEventWaitDefault: u32 = 0;
pub const cudaEventWaitExternal: u32 = 1;
pub const cudaDeviceScheduleAuto: u32 = 0;
pub const cudaDeviceScheduleSpin: u32 = 1;
pub const cudaDeviceScheduleYield: u32 = 2;
pub const cudaDeviceScheduleBlockingSync: u32 = 4;
pub const cudaDeviceBlockingSync: u32 = 4;
pub const cudaDeviceScheduleMask: u32 = 7;
pub const cudaDeviceMapHost: u32 = 8;
pub const cudaDeviceLmemResizeToMax: u32 = 16;
pub const cudaDeviceSyncMemops: u32 = 128;
pub const cudaDeviceMask: u32 = 255;
pub const cudaArrayDefault: u32 = 0;
pub const cudaArrayLayered: u32 = 1;
pub const cudaArraySurfaceLoadStore: u32 = 2;
pub const cudaArrayCubemap: u32 = 4;
pub const cudaArrayTextureGather: u32 = 8;
pub const cudaArrayColorAttachment: u32 = 32;
pub const cudaArraySparse: u32 = 64;
pub const cudaArrayDeferredMapping: u32 = 128;
pub const cudaIpcMemLazyEnablePeerAccess: u32 = 1;
pub const cudaMemAttachGlobal: u32 = 1;
pub const cudaMemAttachHost: u32 = 2;
pub const cudaMemAttachSingle: u32 = 4;
pub const cudaOccupancyDefault: u32 = 0;
pub const cudaOccupancyDisableCachingOverride: u32 = 1;
pub const cudaInitDeviceFlagsAreValid: u32 = 1;
pub const cudaCooperativeLaunchMultiDeviceNoPreSync: u32 = 1;
pub const cudaCooperativeLaunchMultiDeviceNoPostSync: u32 = 2;
pub const cudaArraySparsePropertiesSingleMipTail: u32 = 1;
pub const cudaMemPoolCreateUsageHwDecompress: u32 = 2;
pub const CUDA_IPC_HANDLE_SIZE: u32 = 64;
pub const cudaExternalMemoryDedicated: u32 = 1;
pub const cudaExternalSemaphoreSignalSkipNvSciBufMemSync: u32 = 1;
pub const cudaExternalSemaphoreWaitSkipNvSciBufMemSync: u32 = 2;
pub const cudaNvSciSyncAttrSignal: u32 = 1;
pub const cudaNvSciSyncAttrWait: u32 = 2;
pub const cudaGraphKernelNodePortDefault: u32 = 0;
pub const cudaGraphKernelNodePortProgrammatic: u32 = 1;
pub const cudaGraphKernelNodePortLaunchCompletion: u32 = 2;
pub const cudaSurfaceType1D: u32 = 1;
pub const cudaSurfaceType2D: u32 = 2;
pub const cudaSurfaceType3D: u32 = 3;
pub const cudaSurfaceTypeCubemap: u32 = 12;
pub const cudaSurfaceType1DLayered: u32 = 241;
pub const cudaSurfaceType2DLayered: u32 = 242;
pub const cudaSurfaceTypeCubemapLayered: u32 = 252;
pub const cudaTextureType1D: u32 = 1;
pub const cudaTextureType2D: u32 = 2;
pub const cudaTextureType3D: u32 = 3;
pub const cudaTextureTypeCubemap: u32 = 12;
pub const cudaTextureType1DLayered: u32 = 241;
pub const cudaTextureType2DLayered: u32 = 242;
pub const cudaTextureTypeCubemapLayered: u32 = 252;
impl cudaRoundMode {
    pub const cudaRoundNearest: cudaRoundMode = cudaRoundMode(0);
    pub const cudaRoundZero: cudaRoundMode = cudaRoundMode(1);
    pub const cudaRoundPosInf: cudaRoundMode = cudaRoundMode(2);
    pub const cudaRoundMinInf: cudaRoundMode = cudaRoundMode(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaRoundMode(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct dim3 {
    pub x: libc::c_uint,
    pub y: libc::c_uint,
    pub z: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of dim3"][::core::mem::size_of::<dim3>() - 12usize];
    ["Alignment of dim3"][::core::mem::align_of::<dim3>() - 4usize];
    ["Offset of field: dim3::x"][::core::mem::offset_of!(dim3, x) - 0usize];
    ["Offset of field: dim3::y"][::core::mem::offset_of!(dim3, y) - 4usize];
    ["Offset of field: dim3::z"][::core::mem::offset_of!(dim3, z) - 8usize];
};
impl cudaError {
    pub const cudaSuccess: cudaError = cudaError(0);
    pub const cudaErrorInvalidValue: cudaError = cudaError(1);
    pub const cudaErrorMemoryAllocation: cudaError = cudaError(2);
    pub const cudaErrorInitializationError: cudaError = cudaError(3);
    pub const cudaErrorCudartUnloading: cudaError = cudaError(4);
    pub const cudaErrorProfilerDisabled: cudaError = cudaError(5);
    pub const cudaErrorProfilerNotInitialized: cudaError = cudaError(6);
    pub const cudaErrorProfilerAlreadyStarted: cudaError = cudaError(7);
    pub const cudaErrorProfilerAlreadyStopped: cudaError = cudaError(8);
    pub const cudaErrorInvalidConfiguration: cudaError = cudaError(9);
    pub const cudaErrorInvalidPitchValue: cudaError = cudaError(12);
    pub const cudaErrorInvalidSymbol: cudaError = cudaError(13);
    pub const cudaErrorInvalidHostPointer: cudaError = cudaError(16);
    pub const cudaErrorInvalidDevicePointer: cudaError = cudaError(17);
    pub const cudaErrorInvalidTexture: cudaError = cudaError(18);
    pub const cudaErrorInvalidTextureBinding: cudaError = cudaError(19);
    pub const cudaErrorInvalidChannelDescriptor: cudaError = cudaError(20);
    pub const cudaErrorInvalidMemcpyDirection: cudaError = cudaError(21);
    pub const cudaErrorAddressOfConstant: cudaError = cudaError(22);
    pub const cudaErrorTextureFetchFailed: cudaError = cudaError(23);
    pub const cudaErrorTextureNotBound: cudaError = cudaError(24);
    pub const cudaErrorSynchronizationError: cudaError = cudaError(25);
    pub const cudaErrorInvalidFilterSetting: cudaError = cudaError(26);
    pub const cudaErrorInvalidNormSetting: cudaError = cudaError(27);
    pub const cudaErrorMixedDeviceExecution: cudaError = cudaError(28);
    pub const cudaErrorNotYetImplemented: cudaError = cudaError(31);
    pub const cudaErrorMemoryValueTooLarge: cudaError = cudaError(32);
    pub const cudaErrorStubLibrary: cudaError = cudaError(34);
    pub const cudaErrorInsufficientDriver: cudaError = cudaError(35);
    pub const cudaErrorCallRequiresNewerDriver: cudaError = cudaError(36);
    pub const cudaErrorInvalidSurface: cudaError = cudaError(37);
    pub const cudaErrorDuplicateVariableName: cudaError = cudaError(43);
    pub const cudaErrorDuplicateTextureName: cudaError = cudaError(44);
    pub const cudaErrorDuplicateSurfaceName: cudaError = cudaError(45);
    pub const cudaErrorDevicesUnavailable: cudaError = cudaError(46);
    pub const cudaErrorIncompatibleDriverContext: cudaError = cudaError(49);
    pub const cudaErrorMissingConfiguration: cudaError = cudaError(52);
    pub const cudaErrorPriorLaunchFailure: cudaError = cudaError(53);
    pub const cudaErrorLaunchMaxDepthExceeded: cudaError = cudaError(65);
    pub const cudaErrorLaunchFileScopedTex: cudaError = cudaError(66);
    pub const cudaErrorLaunchFileScopedSurf: cudaError = cudaError(67);
    pub const cudaErrorSyncDepthExceeded: cudaError = cudaError(68);
    pub const cudaErrorLaunchPendingCountExceeded: cudaError = cudaError(69);
    pub const cudaErrorInvalidDeviceFunction: cudaError = cudaError(98);
    pub const cudaErrorNoDevice: cudaError = cudaError(100);
    pub const cudaErrorInvalidDevice: cudaError = cudaError(101);
    pub const cudaErrorDeviceNotLicensed: cudaError = cudaError(102);
    pub const cudaErrorSoftwareValidityNotEstablished: cudaError = cudaError(103);
    pub const cudaErrorStartupFailure: cudaError = cudaError(127);
    pub const cudaErrorInvalidKernelImage: cudaError = cudaError(200);
    pub const cudaErrorDeviceUninitialized: cudaError = cudaError(201);
    pub const cudaErrorMapBufferObjectFailed: cudaError = cudaError(205);
    pub const cudaErrorUnmapBufferObjectFailed: cudaError = cudaError(206);
    pub const cudaErrorArrayIsMapped: cudaError = cudaError(207);
    pub const cudaErrorAlreadyMapped: cudaError = cudaError(208);
    pub const cudaErrorNoKernelImageForDevice: cudaError = cudaError(209);
    pub const cudaErrorAlreadyAcquired: cudaError = cudaError(210);
    pub const cudaErrorNotMapped: cudaError = cudaError(211);
    pub const cudaErrorNotMappedAsArray: cudaError = cudaError(212);
    pub const cudaErrorNotMappedAsPointer: cudaError = cudaError(213);
    pub const cudaErrorECCUncorrectable: cudaError = cudaError(214);
    pub const cudaErrorUnsupportedLimit: cudaError = cudaError(215);
    pub const cudaErrorDeviceAlreadyInUse: cudaError = cudaError(216);
    pub const cudaErrorPeerAccessUnsupported: cudaError = cudaError(217);
    pub const cudaErrorInvalidPtx: cudaError = cudaError(218);
    pub const cudaErrorInvalidGraphicsContext: cudaError = cudaError(219);
    pub const cudaErrorNvlinkUncorrectable: cudaError = cudaError(220);
    pub const cudaErrorJitCompilerNotFound: cudaError = cudaError(221);
    pub const cudaErrorUnsupportedPtxVersion: cudaError = cudaError(222);
    pub const cudaErrorJitCompilationDisabled: cudaError = cudaError(223);
    pub const cudaErrorUnsupportedExecAffinity: cudaError = cudaError(224);
    pub const cudaErrorUnsupportedDevSideSync: cudaError = cudaError(225);
    pub const cudaErrorContained: cudaError = cudaError(226);
    pub const cudaErrorInvalidSource: cudaError = cudaError(300);
    pub const cudaErrorFileNotFound: cudaError = cudaError(301);
    pub const cudaErrorSharedObjectSymbolNotFound: cudaError = cudaError(302);
    pub const cudaErrorSharedObjectInitFailed: cudaError = cudaError(303);
    pub const cudaErrorOperatingSystem: cudaError = cudaError(304);
    pub const cudaErrorInvalidResourceHandle: cudaError = cudaError(400);
    pub const cudaErrorIllegalState: cudaError = cudaError(401);
    pub const cudaErrorLossyQuery: cudaError = cudaError(402);
    pub const cudaErrorSymbolNotFound: cudaError = cudaError(500);
    pub const cudaErrorNotReady: cudaError = cudaError(600);
    pub const cudaErrorIllegalAddress: cudaError = cudaError(700);
    pub const cudaErrorLaunchOutOfResources: cudaError = cudaError(701);
    pub const cudaErrorLaunchTimeout: cudaError = cudaError(702);
    pub const cudaErrorLaunchIncompatibleTexturing: cudaError = cudaError(703);
    pub const cudaErrorPeerAccessAlreadyEnabled: cudaError = cudaError(704);
    pub const cudaErrorPeerAccessNotEnabled: cudaError = cudaError(705);
    pub const cudaErrorSetOnActiveProcess: cudaError = cudaError(708);
    pub const cudaErrorContextIsDestroyed: cudaError = cudaError(709);
    pub const cudaErrorAssert: cudaError = cudaError(710);
    pub const cudaErrorTooManyPeers: cudaError = cudaError(711);
    pub const cudaErrorHostMemoryAlreadyRegistered: cudaError = cudaError(712);
    pub const cudaErrorHostMemoryNotRegistered: cudaError = cudaError(713);
    pub const cudaErrorHardwareStackError: cudaError = cudaError(714);
    pub const cudaErrorIllegalInstruction: cudaError = cudaError(715);
    pub const cudaErrorMisalignedAddress: cudaError = cudaError(716);
    pub const cudaErrorInvalidAddressSpace: cudaError = cudaError(717);
    pub const cudaErrorInvalidPc: cudaError = cudaError(718);
    pub const cudaErrorLaunchFailure: cudaError = cudaError(719);
    pub const cudaErrorCooperativeLaunchTooLarge: cudaError = cudaError(720);
    pub const cudaErrorTensorMemoryLeak: cudaError = cudaError(721);
    pub const cudaErrorNotPermitted: cudaError = cudaError(800);
    pub const cudaErrorNotSupported: cudaError = cudaError(801);
    pub const cudaErrorSystemNotReady: cudaError = cudaError(802);
    pub const cudaErrorSystemDriverMismatch: cudaError = cudaError(803);
    pub const cudaErrorCompatNotSupportedOnDevice: cudaError = cudaError(804);
    pub const cudaErrorMpsConnectionFailed: cudaError = cudaError(805);
    pub const cudaErrorMpsRpcFailure: cudaError = cudaError(806);
    pub const cudaErrorMpsServerNotReady: cudaError = cudaError(807);
    pub const cudaErrorMpsMaxClientsReached: cudaError = cudaError(808);
    pub const cudaErrorMpsMaxConnectionsReached: cudaError = cudaError(809);
    pub const cudaErrorMpsClientTerminated: cudaError = cudaError(810);
    pub const cudaErrorCdpNotSupported: cudaError = cudaError(811);
    pub const cudaErrorCdpVersionMismatch: cudaError = cudaError(812);
    pub const cudaErrorStreamCaptureUnsupported: cudaError = cudaError(900);
    pub const cudaErrorStreamCaptureInvalidated: cudaError = cudaError(901);
    pub const cudaErrorStreamCaptureMerge: cudaError = cudaError(902);
    pub const cudaErrorStreamCaptureUnmatched: cudaError = cudaError(903);
    pub const cudaErrorStreamCaptureUnjoined: cudaError = cudaError(904);
    pub const cudaErrorStreamCaptureIsolation: cudaError = cudaError(905);
    pub const cudaErrorStreamCaptureImplicit: cudaError = cudaError(906);
    pub const cudaErrorCapturedEvent: cudaError = cudaError(907);
    pub const cudaErrorStreamCaptureWrongThread: cudaError = cudaError(908);
    pub const cudaErrorTimeout: cudaError = cudaError(909);
    pub const cudaErrorGraphExecUpdateFailure: cudaError = cudaError(910);
    pub const cudaErrorExternalDevice: cudaError = cudaError(911);
    pub const cudaErrorInvalidClusterSize: cudaError = cudaError(912);
    pub const cudaErrorFunctionNotLoaded: cudaError = cudaError(913);
    pub const cudaErrorInvalidResourceType: cudaError = cudaError(914);
    pub const cudaErrorInvalidResourceConfiguration: cudaError = cudaError(915);
    pub const cudaErrorUnknown: cudaError = cudaError(999);
    pub const cudaErrorApiFailureBase: cudaError = cudaError(10000);
}
#[repr(transparent)]
#[must_use]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaError(pub libc::c_uint);
impl cudaChannelFormatKind {
    pub const cudaChannelFormatKindSigned: cudaChannelFormatKind = cudaChannelFormatKind(
        0,
    );
    pub const cudaChannelFormatKindUnsigned: cudaChannelFormatKind = cudaChannelFormatKind(
        1,
    );
    pub const cudaChannelFormatKindFloat: cudaChannelFormatKind = cudaChannelFormatKind(
        2,
    );
    pub const cudaChannelFormatKindNone: cudaChannelFormatKind = cudaChannelFormatKind(
        3,
    );
    pub const cudaChannelFormatKindNV12: cudaChannelFormatKind = cudaChannelFormatKind(
        4,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X1: cudaChannelFormatKind = cudaChannelFormatKind(
        5,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X2: cudaChannelFormatKind = cudaChannelFormatKind(
        6,
    );
    pub const cudaChannelFormatKindUnsignedNormalized8X4: cudaChannelFormatKind = cudaChannelFormatKind(
        7,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X1: cudaChannelFormatKind = cudaChannelFormatKind(
        8,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X2: cudaChannelFormatKind = cudaChannelFormatKind(
        9,
    );
    pub const cudaChannelFormatKindUnsignedNormalized16X4: cudaChannelFormatKind = cudaChannelFormatKind(
        10,
    );
    pub const cudaChannelFormatKindSignedNormalized8X1: cudaChannelFormatKind = cudaChannelFormatKind(
        11,
    );
    pub const cudaChannelFormatKindSignedNormalized8X2: cudaChannelFormatKind = cudaChannelFormatKind(
        12,
    );
    pub const cudaChannelFormatKindSignedNormalized8X4: cudaChannelFormatKind = cudaChannelFormatKind(
        13,
    );
    pub const cudaChannelFormatKindSignedNormalized16X1: cudaChannelFormatKind = cudaChannelFormatKind(
        14,
    );
    pub const cudaChannelFormatKindSignedNormalized16X2: cudaChannelFormatKind = cudaChannelFormatKind(
        15,
    );
    pub const cudaChannelFormatKindSignedNormalized16X4: cudaChannelFormatKind = cudaChannelFormatKind(
        16,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed1: cudaChannelFormatKind = cudaChannelFormatKind(
        17,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed1SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        18,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed2: cudaChannelFormatKind = cudaChannelFormatKind(
        19,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed2SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        20,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed3: cudaChannelFormatKind = cudaChannelFormatKind(
        21,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed3SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        22,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed4: cudaChannelFormatKind = cudaChannelFormatKind(
        23,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed4: cudaChannelFormatKind = cudaChannelFormatKind(
        24,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed5: cudaChannelFormatKind = cudaChannelFormatKind(
        25,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed5: cudaChannelFormatKind = cudaChannelFormatKind(
        26,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed6H: cudaChannelFormatKind = cudaChannelFormatKind(
        27,
    );
    pub const cudaChannelFormatKindSignedBlockCompressed6H: cudaChannelFormatKind = cudaChannelFormatKind(
        28,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed7: cudaChannelFormatKind = cudaChannelFormatKind(
        29,
    );
    pub const cudaChannelFormatKindUnsignedBlockCompressed7SRGB: cudaChannelFormatKind = cudaChannelFormatKind(
        30,
    );
    pub const cudaChannelFormatKindUnsignedNormalized1010102: cudaChannelFormatKind = cudaChannelFormatKind(
        31,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaChannelFormatKind(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaChannelFormatDesc {
    pub x: libc::c_int,
    pub y: libc::c_int,
    pub z: libc::c_int,
    pub w: libc::c_int,
    pub f: cudaChannelFormatKind,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaChannelFormatDesc",
    ][::core::mem::size_of::<cudaChannelFormatDesc>() - 20usize];
    [
        "Alignment of cudaChannelFormatDesc",
    ][::core::mem::align_of::<cudaChannelFormatDesc>() - 4usize];
    [
        "Offset of field: cudaChannelFormatDesc::x",
    ][::core::mem::offset_of!(cudaChannelFormatDesc, x) - 0usize];
    [
        "Offset of field: cudaChannelFormatDesc::y",
    ][::core::mem::offset_of!(cudaChannelFormatDesc, y) - 4usize];
    [
        "Offset of field: cudaChannelFormatDesc::z",
    ][::core::mem::offset_of!(cudaChannelFormatDesc, z) - 8usize];
    [
        "Offset of field: cudaChannelFormatDesc::w",
    ][::core::mem::offset_of!(cudaChannelFormatDesc, w) - 12usize];
    [
        "Offset of field: cudaChannelFormatDesc::f",
    ][::core::mem::offset_of!(cudaChannelFormatDesc, f) - 16usize];
};
#[repr(C)]
#[derive(Debug)]
pub struct cudaArray {
    _unused: [u8; 0],
}
pub type cudaArray_t = *mut cudaArray;
pub type cudaArray_const_t = *const cudaArray;
#[repr(C)]
#[derive(Debug)]
pub struct cudaMipmappedArray {
    _unused: [u8; 0],
}
pub type cudaMipmappedArray_t = *mut cudaMipmappedArray;
pub type cudaMipmappedArray_const_t = *const cudaMipmappedArray;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArraySparseProperties {
    pub tileExtent: cudaArraySparseProperties__bindgen_ty_1,
    pub miptailFirstLevel: libc::c_uint,
    pub miptailSize: libc::c_ulonglong,
    pub flags: libc::c_uint,
    pub reserved: [libc::c_uint; 4usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArraySparseProperties__bindgen_ty_1 {
    pub width: libc::c_uint,
    pub height: libc::c_uint,
    pub depth: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaArraySparseProperties__bindgen_ty_1",
    ][::core::mem::size_of::<cudaArraySparseProperties__bindgen_ty_1>() - 12usize];
    [
        "Alignment of cudaArraySparseProperties__bindgen_ty_1",
    ][::core::mem::align_of::<cudaArraySparseProperties__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: cudaArraySparseProperties__bindgen_ty_1::width",
    ][::core::mem::offset_of!(cudaArraySparseProperties__bindgen_ty_1, width) - 0usize];
    [
        "Offset of field: cudaArraySparseProperties__bindgen_ty_1::height",
    ][::core::mem::offset_of!(cudaArraySparseProperties__bindgen_ty_1, height) - 4usize];
    [
        "Offset of field: cudaArraySparseProperties__bindgen_ty_1::depth",
    ][::core::mem::offset_of!(cudaArraySparseProperties__bindgen_ty_1, depth) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaArraySparseProperties",
    ][::core::mem::size_of::<cudaArraySparseProperties>() - 48usize];
    [
        "Alignment of cudaArraySparseProperties",
    ][::core::mem::align_of::<cudaArraySparseProperties>() - 8usize];
    [
        "Offset of field: cudaArraySparseProperties::tileExtent",
    ][::core::mem::offset_of!(cudaArraySparseProperties, tileExtent) - 0usize];
    [
        "Offset of field: cudaArraySparseProperties::miptailFirstLevel",
    ][::core::mem::offset_of!(cudaArraySparseProperties, miptailFirstLevel) - 12usize];
    [
        "Offset of field: cudaArraySparseProperties::miptailSize",
    ][::core::mem::offset_of!(cudaArraySparseProperties, miptailSize) - 16usize];
    [
        "Offset of field: cudaArraySparseProperties::flags",
    ][::core::mem::offset_of!(cudaArraySparseProperties, flags) - 24usize];
    [
        "Offset of field: cudaArraySparseProperties::reserved",
    ][::core::mem::offset_of!(cudaArraySparseProperties, reserved) - 28usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaArrayMemoryRequirements {
    pub size: usize,
    pub alignment: usize,
    pub reserved: [libc::c_uint; 4usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaArrayMemoryRequirements",
    ][::core::mem::size_of::<cudaArrayMemoryRequirements>() - 32usize];
    [
        "Alignment of cudaArrayMemoryRequirements",
    ][::core::mem::align_of::<cudaArrayMemoryRequirements>() - 8usize];
    [
        "Offset of field: cudaArrayMemoryRequirements::size",
    ][::core::mem::offset_of!(cudaArrayMemoryRequirements, size) - 0usize];
    [
        "Offset of field: cudaArrayMemoryRequirements::alignment",
    ][::core::mem::offset_of!(cudaArrayMemoryRequirements, alignment) - 8usize];
    [
        "Offset of field: cudaArrayMemoryRequirements::reserved",
    ][::core::mem::offset_of!(cudaArrayMemoryRequirements, reserved) - 16usize];
};
impl cudaMemoryType {
    pub const cudaMemoryTypeUnregistered: cudaMemoryType = cudaMemoryType(0);
    pub const cudaMemoryTypeHost: cudaMemoryType = cudaMemoryType(1);
    pub const cudaMemoryTypeDevice: cudaMemoryType = cudaMemoryType(2);
    pub const cudaMemoryTypeManaged: cudaMemoryType = cudaMemoryType(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemoryType(pub libc::c_uint);
impl cudaMemcpyKind {
    pub const cudaMemcpyHostToHost: cudaMemcpyKind = cudaMemcpyKind(0);
    pub const cudaMemcpyHostToDevice: cudaMemcpyKind = cudaMemcpyKind(1);
    pub const cudaMemcpyDeviceToHost: cudaMemcpyKind = cudaMemcpyKind(2);
    pub const cudaMemcpyDeviceToDevice: cudaMemcpyKind = cudaMemcpyKind(3);
    pub const cudaMemcpyDefault: cudaMemcpyKind = cudaMemcpyKind(4);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemcpyKind(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaPitchedPtr {
    pub ptr: *mut libc::c_void,
    pub pitch: usize,
    pub xsize: usize,
    pub ysize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaPitchedPtr"][::core::mem::size_of::<cudaPitchedPtr>() - 32usize];
    ["Alignment of cudaPitchedPtr"][::core::mem::align_of::<cudaPitchedPtr>() - 8usize];
    [
        "Offset of field: cudaPitchedPtr::ptr",
    ][::core::mem::offset_of!(cudaPitchedPtr, ptr) - 0usize];
    [
        "Offset of field: cudaPitchedPtr::pitch",
    ][::core::mem::offset_of!(cudaPitchedPtr, pitch) - 8usize];
    [
        "Offset of field: cudaPitchedPtr::xsize",
    ][::core::mem::offset_of!(cudaPitchedPtr, xsize) - 16usize];
    [
        "Offset of field: cudaPitchedPtr::ysize",
    ][::core::mem::offset_of!(cudaPitchedPtr, ysize) - 24usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExtent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaExtent"][::core::mem::size_of::<cudaExtent>() - 24usize];
    ["Alignment of cudaExtent"][::core::mem::align_of::<cudaExtent>() - 8usize];
    [
        "Offset of field: cudaExtent::width",
    ][::core::mem::offset_of!(cudaExtent, width) - 0usize];
    [
        "Offset of field: cudaExtent::height",
    ][::core::mem::offset_of!(cudaExtent, height) - 8usize];
    [
        "Offset of field: cudaExtent::depth",
    ][::core::mem::offset_of!(cudaExtent, depth) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaPos {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaPos"][::core::mem::size_of::<cudaPos>() - 24usize];
    ["Alignment of cudaPos"][::core::mem::align_of::<cudaPos>() - 8usize];
    ["Offset of field: cudaPos::x"][::core::mem::offset_of!(cudaPos, x) - 0usize];
    ["Offset of field: cudaPos::y"][::core::mem::offset_of!(cudaPos, y) - 8usize];
    ["Offset of field: cudaPos::z"][::core::mem::offset_of!(cudaPos, z) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DParms {
    pub srcArray: cudaArray_t,
    pub srcPos: cudaPos,
    pub srcPtr: cudaPitchedPtr,
    pub dstArray: cudaArray_t,
    pub dstPos: cudaPos,
    pub dstPtr: cudaPitchedPtr,
    pub extent: cudaExtent,
    pub kind: cudaMemcpyKind,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DParms",
    ][::core::mem::size_of::<cudaMemcpy3DParms>() - 160usize];
    [
        "Alignment of cudaMemcpy3DParms",
    ][::core::mem::align_of::<cudaMemcpy3DParms>() - 8usize];
    [
        "Offset of field: cudaMemcpy3DParms::srcArray",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, srcArray) - 0usize];
    [
        "Offset of field: cudaMemcpy3DParms::srcPos",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, srcPos) - 8usize];
    [
        "Offset of field: cudaMemcpy3DParms::srcPtr",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, srcPtr) - 32usize];
    [
        "Offset of field: cudaMemcpy3DParms::dstArray",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, dstArray) - 64usize];
    [
        "Offset of field: cudaMemcpy3DParms::dstPos",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, dstPos) - 72usize];
    [
        "Offset of field: cudaMemcpy3DParms::dstPtr",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, dstPtr) - 96usize];
    [
        "Offset of field: cudaMemcpy3DParms::extent",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, extent) - 128usize];
    [
        "Offset of field: cudaMemcpy3DParms::kind",
    ][::core::mem::offset_of!(cudaMemcpy3DParms, kind) - 152usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpyNodeParams {
    pub flags: libc::c_int,
    pub reserved: [libc::c_int; 3usize],
    pub copyParams: cudaMemcpy3DParms,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpyNodeParams",
    ][::core::mem::size_of::<cudaMemcpyNodeParams>() - 176usize];
    [
        "Alignment of cudaMemcpyNodeParams",
    ][::core::mem::align_of::<cudaMemcpyNodeParams>() - 8usize];
    [
        "Offset of field: cudaMemcpyNodeParams::flags",
    ][::core::mem::offset_of!(cudaMemcpyNodeParams, flags) - 0usize];
    [
        "Offset of field: cudaMemcpyNodeParams::reserved",
    ][::core::mem::offset_of!(cudaMemcpyNodeParams, reserved) - 4usize];
    [
        "Offset of field: cudaMemcpyNodeParams::copyParams",
    ][::core::mem::offset_of!(cudaMemcpyNodeParams, copyParams) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DPeerParms {
    pub srcArray: cudaArray_t,
    pub srcPos: cudaPos,
    pub srcPtr: cudaPitchedPtr,
    pub srcDevice: libc::c_int,
    pub dstArray: cudaArray_t,
    pub dstPos: cudaPos,
    pub dstPtr: cudaPitchedPtr,
    pub dstDevice: libc::c_int,
    pub extent: cudaExtent,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DPeerParms",
    ][::core::mem::size_of::<cudaMemcpy3DPeerParms>() - 168usize];
    [
        "Alignment of cudaMemcpy3DPeerParms",
    ][::core::mem::align_of::<cudaMemcpy3DPeerParms>() - 8usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::srcArray",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, srcArray) - 0usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::srcPos",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, srcPos) - 8usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::srcPtr",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, srcPtr) - 32usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::srcDevice",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, srcDevice) - 64usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::dstArray",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, dstArray) - 72usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::dstPos",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, dstPos) - 80usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::dstPtr",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, dstPtr) - 104usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::dstDevice",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, dstDevice) - 136usize];
    [
        "Offset of field: cudaMemcpy3DPeerParms::extent",
    ][::core::mem::offset_of!(cudaMemcpy3DPeerParms, extent) - 144usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemsetParams {
    pub dst: *mut libc::c_void,
    pub pitch: usize,
    pub value: libc::c_uint,
    pub elementSize: libc::c_uint,
    pub width: usize,
    pub height: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaMemsetParams"][::core::mem::size_of::<cudaMemsetParams>() - 40usize];
    [
        "Alignment of cudaMemsetParams",
    ][::core::mem::align_of::<cudaMemsetParams>() - 8usize];
    [
        "Offset of field: cudaMemsetParams::dst",
    ][::core::mem::offset_of!(cudaMemsetParams, dst) - 0usize];
    [
        "Offset of field: cudaMemsetParams::pitch",
    ][::core::mem::offset_of!(cudaMemsetParams, pitch) - 8usize];
    [
        "Offset of field: cudaMemsetParams::value",
    ][::core::mem::offset_of!(cudaMemsetParams, value) - 16usize];
    [
        "Offset of field: cudaMemsetParams::elementSize",
    ][::core::mem::offset_of!(cudaMemsetParams, elementSize) - 20usize];
    [
        "Offset of field: cudaMemsetParams::width",
    ][::core::mem::offset_of!(cudaMemsetParams, width) - 24usize];
    [
        "Offset of field: cudaMemsetParams::height",
    ][::core::mem::offset_of!(cudaMemsetParams, height) - 32usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemsetParamsV2 {
    pub dst: *mut libc::c_void,
    pub pitch: usize,
    pub value: libc::c_uint,
    pub elementSize: libc::c_uint,
    pub width: usize,
    pub height: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemsetParamsV2",
    ][::core::mem::size_of::<cudaMemsetParamsV2>() - 40usize];
    [
        "Alignment of cudaMemsetParamsV2",
    ][::core::mem::align_of::<cudaMemsetParamsV2>() - 8usize];
    [
        "Offset of field: cudaMemsetParamsV2::dst",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, dst) - 0usize];
    [
        "Offset of field: cudaMemsetParamsV2::pitch",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, pitch) - 8usize];
    [
        "Offset of field: cudaMemsetParamsV2::value",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, value) - 16usize];
    [
        "Offset of field: cudaMemsetParamsV2::elementSize",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, elementSize) - 20usize];
    [
        "Offset of field: cudaMemsetParamsV2::width",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, width) - 24usize];
    [
        "Offset of field: cudaMemsetParamsV2::height",
    ][::core::mem::offset_of!(cudaMemsetParamsV2, height) - 32usize];
};
impl cudaAccessProperty {
    pub const cudaAccessPropertyNormal: cudaAccessProperty = cudaAccessProperty(0);
    pub const cudaAccessPropertyStreaming: cudaAccessProperty = cudaAccessProperty(1);
    pub const cudaAccessPropertyPersisting: cudaAccessProperty = cudaAccessProperty(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaAccessProperty(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaAccessPolicyWindow {
    pub base_ptr: *mut libc::c_void,
    pub num_bytes: usize,
    pub hitRatio: f32,
    pub hitProp: cudaAccessProperty,
    pub missProp: cudaAccessProperty,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaAccessPolicyWindow",
    ][::core::mem::size_of::<cudaAccessPolicyWindow>() - 32usize];
    [
        "Alignment of cudaAccessPolicyWindow",
    ][::core::mem::align_of::<cudaAccessPolicyWindow>() - 8usize];
    [
        "Offset of field: cudaAccessPolicyWindow::base_ptr",
    ][::core::mem::offset_of!(cudaAccessPolicyWindow, base_ptr) - 0usize];
    [
        "Offset of field: cudaAccessPolicyWindow::num_bytes",
    ][::core::mem::offset_of!(cudaAccessPolicyWindow, num_bytes) - 8usize];
    [
        "Offset of field: cudaAccessPolicyWindow::hitRatio",
    ][::core::mem::offset_of!(cudaAccessPolicyWindow, hitRatio) - 16usize];
    [
        "Offset of field: cudaAccessPolicyWindow::hitProp",
    ][::core::mem::offset_of!(cudaAccessPolicyWindow, hitProp) - 20usize];
    [
        "Offset of field: cudaAccessPolicyWindow::missProp",
    ][::core::mem::offset_of!(cudaAccessPolicyWindow, missProp) - 24usize];
};
pub type cudaHostFn_t = ::core::option::Option<
    unsafe extern "C" fn(userData: *mut libc::c_void),
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaHostNodeParams {
    pub fn_: cudaHostFn_t,
    pub userData: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaHostNodeParams",
    ][::core::mem::size_of::<cudaHostNodeParams>() - 16usize];
    [
        "Alignment of cudaHostNodeParams",
    ][::core::mem::align_of::<cudaHostNodeParams>() - 8usize];
    [
        "Offset of field: cudaHostNodeParams::fn_",
    ][::core::mem::offset_of!(cudaHostNodeParams, fn_) - 0usize];
    [
        "Offset of field: cudaHostNodeParams::userData",
    ][::core::mem::offset_of!(cudaHostNodeParams, userData) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaHostNodeParamsV2 {
    pub fn_: cudaHostFn_t,
    pub userData: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaHostNodeParamsV2",
    ][::core::mem::size_of::<cudaHostNodeParamsV2>() - 16usize];
    [
        "Alignment of cudaHostNodeParamsV2",
    ][::core::mem::align_of::<cudaHostNodeParamsV2>() - 8usize];
    [
        "Offset of field: cudaHostNodeParamsV2::fn_",
    ][::core::mem::offset_of!(cudaHostNodeParamsV2, fn_) - 0usize];
    [
        "Offset of field: cudaHostNodeParamsV2::userData",
    ][::core::mem::offset_of!(cudaHostNodeParamsV2, userData) - 8usize];
};
impl cudaStreamCaptureStatus {
    pub const cudaStreamCaptureStatusNone: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        0,
    );
    pub const cudaStreamCaptureStatusActive: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        1,
    );
    pub const cudaStreamCaptureStatusInvalidated: cudaStreamCaptureStatus = cudaStreamCaptureStatus(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaStreamCaptureStatus(pub libc::c_uint);
impl cudaStreamCaptureMode {
    pub const cudaStreamCaptureModeGlobal: cudaStreamCaptureMode = cudaStreamCaptureMode(
        0,
    );
    pub const cudaStreamCaptureModeThreadLocal: cudaStreamCaptureMode = cudaStreamCaptureMode(
        1,
    );
    pub const cudaStreamCaptureModeRelaxed: cudaStreamCaptureMode = cudaStreamCaptureMode(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaStreamCaptureMode(pub libc::c_uint);
impl cudaSynchronizationPolicy {
    pub const cudaSyncPolicyAuto: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        1,
    );
    pub const cudaSyncPolicySpin: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        2,
    );
    pub const cudaSyncPolicyYield: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        3,
    );
    pub const cudaSyncPolicyBlockingSync: cudaSynchronizationPolicy = cudaSynchronizationPolicy(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaSynchronizationPolicy(pub libc::c_uint);
impl cudaClusterSchedulingPolicy {
    pub const cudaClusterSchedulingPolicyDefault: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        0,
    );
    pub const cudaClusterSchedulingPolicySpread: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        1,
    );
    pub const cudaClusterSchedulingPolicyLoadBalancing: cudaClusterSchedulingPolicy = cudaClusterSchedulingPolicy(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaClusterSchedulingPolicy(pub libc::c_uint);
impl cudaStreamUpdateCaptureDependenciesFlags {
    pub const cudaStreamAddCaptureDependencies: cudaStreamUpdateCaptureDependenciesFlags = cudaStreamUpdateCaptureDependenciesFlags(
        0,
    );
    pub const cudaStreamSetCaptureDependencies: cudaStreamUpdateCaptureDependenciesFlags = cudaStreamUpdateCaptureDependenciesFlags(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaStreamUpdateCaptureDependenciesFlags(pub libc::c_uint);
impl cudaUserObjectFlags {
    pub const cudaUserObjectNoDestructorSync: cudaUserObjectFlags = cudaUserObjectFlags(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaUserObjectFlags(pub libc::c_uint);
impl cudaUserObjectRetainFlags {
    pub const cudaGraphUserObjectMove: cudaUserObjectRetainFlags = cudaUserObjectRetainFlags(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaUserObjectRetainFlags(pub libc::c_uint);
#[repr(C)]
#[derive(Debug)]
pub struct cudaGraphicsResource {
    _unused: [u8; 0],
}
impl cudaGraphicsRegisterFlags {
    pub const cudaGraphicsRegisterFlagsNone: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        0,
    );
    pub const cudaGraphicsRegisterFlagsReadOnly: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        1,
    );
    pub const cudaGraphicsRegisterFlagsWriteDiscard: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        2,
    );
    pub const cudaGraphicsRegisterFlagsSurfaceLoadStore: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        4,
    );
    pub const cudaGraphicsRegisterFlagsTextureGather: cudaGraphicsRegisterFlags = cudaGraphicsRegisterFlags(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphicsRegisterFlags(pub libc::c_uint);
impl cudaGraphicsMapFlags {
    pub const cudaGraphicsMapFlagsNone: cudaGraphicsMapFlags = cudaGraphicsMapFlags(0);
    pub const cudaGraphicsMapFlagsReadOnly: cudaGraphicsMapFlags = cudaGraphicsMapFlags(
        1,
    );
    pub const cudaGraphicsMapFlagsWriteDiscard: cudaGraphicsMapFlags = cudaGraphicsMapFlags(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphicsMapFlags(pub libc::c_uint);
impl cudaGraphicsCubeFace {
    pub const cudaGraphicsCubeFacePositiveX: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        0,
    );
    pub const cudaGraphicsCubeFaceNegativeX: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        1,
    );
    pub const cudaGraphicsCubeFacePositiveY: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        2,
    );
    pub const cudaGraphicsCubeFaceNegativeY: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        3,
    );
    pub const cudaGraphicsCubeFacePositiveZ: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        4,
    );
    pub const cudaGraphicsCubeFaceNegativeZ: cudaGraphicsCubeFace = cudaGraphicsCubeFace(
        5,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphicsCubeFace(pub libc::c_uint);
impl cudaResourceType {
    pub const cudaResourceTypeArray: cudaResourceType = cudaResourceType(0);
    pub const cudaResourceTypeMipmappedArray: cudaResourceType = cudaResourceType(1);
    pub const cudaResourceTypeLinear: cudaResourceType = cudaResourceType(2);
    pub const cudaResourceTypePitch2D: cudaResourceType = cudaResourceType(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaResourceType(pub libc::c_uint);
impl cudaResourceViewFormat {
    pub const cudaResViewFormatNone: cudaResourceViewFormat = cudaResourceViewFormat(0);
    pub const cudaResViewFormatUnsignedChar1: cudaResourceViewFormat = cudaResourceViewFormat(
        1,
    );
    pub const cudaResViewFormatUnsignedChar2: cudaResourceViewFormat = cudaResourceViewFormat(
        2,
    );
    pub const cudaResViewFormatUnsignedChar4: cudaResourceViewFormat = cudaResourceViewFormat(
        3,
    );
    pub const cudaResViewFormatSignedChar1: cudaResourceViewFormat = cudaResourceViewFormat(
        4,
    );
    pub const cudaResViewFormatSignedChar2: cudaResourceViewFormat = cudaResourceViewFormat(
        5,
    );
    pub const cudaResViewFormatSignedChar4: cudaResourceViewFormat = cudaResourceViewFormat(
        6,
    );
    pub const cudaResViewFormatUnsignedShort1: cudaResourceViewFormat = cudaResourceViewFormat(
        7,
    );
    pub const cudaResViewFormatUnsignedShort2: cudaResourceViewFormat = cudaResourceViewFormat(
        8,
    );
    pub const cudaResViewFormatUnsignedShort4: cudaResourceViewFormat = cudaResourceViewFormat(
        9,
    );
    pub const cudaResViewFormatSignedShort1: cudaResourceViewFormat = cudaResourceViewFormat(
        10,
    );
    pub const cudaResViewFormatSignedShort2: cudaResourceViewFormat = cudaResourceViewFormat(
        11,
    );
    pub const cudaResViewFormatSignedShort4: cudaResourceViewFormat = cudaResourceViewFormat(
        12,
    );
    pub const cudaResViewFormatUnsignedInt1: cudaResourceViewFormat = cudaResourceViewFormat(
        13,
    );
    pub const cudaResViewFormatUnsignedInt2: cudaResourceViewFormat = cudaResourceViewFormat(
        14,
    );
    pub const cudaResViewFormatUnsignedInt4: cudaResourceViewFormat = cudaResourceViewFormat(
        15,
    );
    pub const cudaResViewFormatSignedInt1: cudaResourceViewFormat = cudaResourceViewFormat(
        16,
    );
    pub const cudaResViewFormatSignedInt2: cudaResourceViewFormat = cudaResourceViewFormat(
        17,
    );
    pub const cudaResViewFormatSignedInt4: cudaResourceViewFormat = cudaResourceViewFormat(
        18,
    );
    pub const cudaResViewFormatHalf1: cudaResourceViewFormat = cudaResourceViewFormat(
        19,
    );
    pub const cudaResViewFormatHalf2: cudaResourceViewFormat = cudaResourceViewFormat(
        20,
    );
    pub const cudaResViewFormatHalf4: cudaResourceViewFormat = cudaResourceViewFormat(
        21,
    );
    pub const cudaResViewFormatFloat1: cudaResourceViewFormat = cudaResourceViewFormat(
        22,
    );
    pub const cudaResViewFormatFloat2: cudaResourceViewFormat = cudaResourceViewFormat(
        23,
    );
    pub const cudaResViewFormatFloat4: cudaResourceViewFormat = cudaResourceViewFormat(
        24,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed1: cudaResourceViewFormat = cudaResourceViewFormat(
        25,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed2: cudaResourceViewFormat = cudaResourceViewFormat(
        26,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed3: cudaResourceViewFormat = cudaResourceViewFormat(
        27,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed4: cudaResourceViewFormat = cudaResourceViewFormat(
        28,
    );
    pub const cudaResViewFormatSignedBlockCompressed4: cudaResourceViewFormat = cudaResourceViewFormat(
        29,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed5: cudaResourceViewFormat = cudaResourceViewFormat(
        30,
    );
    pub const cudaResViewFormatSignedBlockCompressed5: cudaResourceViewFormat = cudaResourceViewFormat(
        31,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed6H: cudaResourceViewFormat = cudaResourceViewFormat(
        32,
    );
    pub const cudaResViewFormatSignedBlockCompressed6H: cudaResourceViewFormat = cudaResourceViewFormat(
        33,
    );
    pub const cudaResViewFormatUnsignedBlockCompressed7: cudaResourceViewFormat = cudaResourceViewFormat(
        34,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaResourceViewFormat(pub libc::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaResourceDesc {
    pub resType: cudaResourceType,
    pub res: cudaResourceDesc__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaResourceDesc__bindgen_ty_1 {
    pub array: cudaResourceDesc__bindgen_ty_1__bindgen_ty_1,
    pub mipmap: cudaResourceDesc__bindgen_ty_1__bindgen_ty_2,
    pub linear: cudaResourceDesc__bindgen_ty_1__bindgen_ty_3,
    pub pitch2D: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc__bindgen_ty_1__bindgen_ty_1 {
    pub array: cudaArray_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_1>() - 8usize];
    [
        "Alignment of cudaResourceDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_1::array",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_1, array)
        - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc__bindgen_ty_1__bindgen_ty_2 {
    pub mipmap: cudaMipmappedArray_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceDesc__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_2>() - 8usize];
    [
        "Alignment of cudaResourceDesc__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_2>() - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_2::mipmap",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_2, mipmap)
        - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc__bindgen_ty_1__bindgen_ty_3 {
    pub devPtr: *mut libc::c_void,
    pub desc: cudaChannelFormatDesc,
    pub sizeInBytes: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceDesc__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::size_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_3>() - 40usize];
    [
        "Alignment of cudaResourceDesc__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::align_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_3>() - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_3::devPtr",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_3, devPtr)
        - 0usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_3::desc",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_3, desc)
        - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_3::sizeInBytes",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_3, sizeInBytes)
        - 32usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceDesc__bindgen_ty_1__bindgen_ty_4 {
    pub devPtr: *mut libc::c_void,
    pub desc: cudaChannelFormatDesc,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceDesc__bindgen_ty_1__bindgen_ty_4",
    ][::core::mem::size_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_4>() - 56usize];
    [
        "Alignment of cudaResourceDesc__bindgen_ty_1__bindgen_ty_4",
    ][::core::mem::align_of::<cudaResourceDesc__bindgen_ty_1__bindgen_ty_4>() - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4::devPtr",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_4, devPtr)
        - 0usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4::desc",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_4, desc)
        - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4::width",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_4, width)
        - 32usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4::height",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_4, height)
        - 40usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1__bindgen_ty_4::pitchInBytes",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1__bindgen_ty_4, pitchInBytes)
        - 48usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceDesc__bindgen_ty_1",
    ][::core::mem::size_of::<cudaResourceDesc__bindgen_ty_1>() - 56usize];
    [
        "Alignment of cudaResourceDesc__bindgen_ty_1",
    ][::core::mem::align_of::<cudaResourceDesc__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1::array",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1, array) - 0usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1::mipmap",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1, mipmap) - 0usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1::linear",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1, linear) - 0usize];
    [
        "Offset of field: cudaResourceDesc__bindgen_ty_1::pitch2D",
    ][::core::mem::offset_of!(cudaResourceDesc__bindgen_ty_1, pitch2D) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaResourceDesc"][::core::mem::size_of::<cudaResourceDesc>() - 64usize];
    [
        "Alignment of cudaResourceDesc",
    ][::core::mem::align_of::<cudaResourceDesc>() - 8usize];
    [
        "Offset of field: cudaResourceDesc::resType",
    ][::core::mem::offset_of!(cudaResourceDesc, resType) - 0usize];
    [
        "Offset of field: cudaResourceDesc::res",
    ][::core::mem::offset_of!(cudaResourceDesc, res) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaResourceViewDesc {
    pub format: cudaResourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: libc::c_uint,
    pub lastMipmapLevel: libc::c_uint,
    pub firstLayer: libc::c_uint,
    pub lastLayer: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaResourceViewDesc",
    ][::core::mem::size_of::<cudaResourceViewDesc>() - 48usize];
    [
        "Alignment of cudaResourceViewDesc",
    ][::core::mem::align_of::<cudaResourceViewDesc>() - 8usize];
    [
        "Offset of field: cudaResourceViewDesc::format",
    ][::core::mem::offset_of!(cudaResourceViewDesc, format) - 0usize];
    [
        "Offset of field: cudaResourceViewDesc::width",
    ][::core::mem::offset_of!(cudaResourceViewDesc, width) - 8usize];
    [
        "Offset of field: cudaResourceViewDesc::height",
    ][::core::mem::offset_of!(cudaResourceViewDesc, height) - 16usize];
    [
        "Offset of field: cudaResourceViewDesc::depth",
    ][::core::mem::offset_of!(cudaResourceViewDesc, depth) - 24usize];
    [
        "Offset of field: cudaResourceViewDesc::firstMipmapLevel",
    ][::core::mem::offset_of!(cudaResourceViewDesc, firstMipmapLevel) - 32usize];
    [
        "Offset of field: cudaResourceViewDesc::lastMipmapLevel",
    ][::core::mem::offset_of!(cudaResourceViewDesc, lastMipmapLevel) - 36usize];
    [
        "Offset of field: cudaResourceViewDesc::firstLayer",
    ][::core::mem::offset_of!(cudaResourceViewDesc, firstLayer) - 40usize];
    [
        "Offset of field: cudaResourceViewDesc::lastLayer",
    ][::core::mem::offset_of!(cudaResourceViewDesc, lastLayer) - 44usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaPointerAttributes {
    pub type_: cudaMemoryType,
    pub device: libc::c_int,
    pub devicePointer: *mut libc::c_void,
    pub hostPointer: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaPointerAttributes",
    ][::core::mem::size_of::<cudaPointerAttributes>() - 24usize];
    [
        "Alignment of cudaPointerAttributes",
    ][::core::mem::align_of::<cudaPointerAttributes>() - 8usize];
    [
        "Offset of field: cudaPointerAttributes::type_",
    ][::core::mem::offset_of!(cudaPointerAttributes, type_) - 0usize];
    [
        "Offset of field: cudaPointerAttributes::device",
    ][::core::mem::offset_of!(cudaPointerAttributes, device) - 4usize];
    [
        "Offset of field: cudaPointerAttributes::devicePointer",
    ][::core::mem::offset_of!(cudaPointerAttributes, devicePointer) - 8usize];
    [
        "Offset of field: cudaPointerAttributes::hostPointer",
    ][::core::mem::offset_of!(cudaPointerAttributes, hostPointer) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaFuncAttributes {
    pub sharedSizeBytes: usize,
    pub constSizeBytes: usize,
    pub localSizeBytes: usize,
    pub maxThreadsPerBlock: libc::c_int,
    pub numRegs: libc::c_int,
    pub ptxVersion: libc::c_int,
    pub binaryVersion: libc::c_int,
    pub cacheModeCA: libc::c_int,
    pub maxDynamicSharedSizeBytes: libc::c_int,
    pub preferredShmemCarveout: libc::c_int,
    pub clusterDimMustBeSet: libc::c_int,
    pub requiredClusterWidth: libc::c_int,
    pub requiredClusterHeight: libc::c_int,
    pub requiredClusterDepth: libc::c_int,
    pub clusterSchedulingPolicyPreference: libc::c_int,
    pub nonPortableClusterSizeAllowed: libc::c_int,
    pub reserved: [libc::c_int; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaFuncAttributes",
    ][::core::mem::size_of::<cudaFuncAttributes>() - 144usize];
    [
        "Alignment of cudaFuncAttributes",
    ][::core::mem::align_of::<cudaFuncAttributes>() - 8usize];
    [
        "Offset of field: cudaFuncAttributes::sharedSizeBytes",
    ][::core::mem::offset_of!(cudaFuncAttributes, sharedSizeBytes) - 0usize];
    [
        "Offset of field: cudaFuncAttributes::constSizeBytes",
    ][::core::mem::offset_of!(cudaFuncAttributes, constSizeBytes) - 8usize];
    [
        "Offset of field: cudaFuncAttributes::localSizeBytes",
    ][::core::mem::offset_of!(cudaFuncAttributes, localSizeBytes) - 16usize];
    [
        "Offset of field: cudaFuncAttributes::maxThreadsPerBlock",
    ][::core::mem::offset_of!(cudaFuncAttributes, maxThreadsPerBlock) - 24usize];
    [
        "Offset of field: cudaFuncAttributes::numRegs",
    ][::core::mem::offset_of!(cudaFuncAttributes, numRegs) - 28usize];
    [
        "Offset of field: cudaFuncAttributes::ptxVersion",
    ][::core::mem::offset_of!(cudaFuncAttributes, ptxVersion) - 32usize];
    [
        "Offset of field: cudaFuncAttributes::binaryVersion",
    ][::core::mem::offset_of!(cudaFuncAttributes, binaryVersion) - 36usize];
    [
        "Offset of field: cudaFuncAttributes::cacheModeCA",
    ][::core::mem::offset_of!(cudaFuncAttributes, cacheModeCA) - 40usize];
    [
        "Offset of field: cudaFuncAttributes::maxDynamicSharedSizeBytes",
    ][::core::mem::offset_of!(cudaFuncAttributes, maxDynamicSharedSizeBytes) - 44usize];
    [
        "Offset of field: cudaFuncAttributes::preferredShmemCarveout",
    ][::core::mem::offset_of!(cudaFuncAttributes, preferredShmemCarveout) - 48usize];
    [
        "Offset of field: cudaFuncAttributes::clusterDimMustBeSet",
    ][::core::mem::offset_of!(cudaFuncAttributes, clusterDimMustBeSet) - 52usize];
    [
        "Offset of field: cudaFuncAttributes::requiredClusterWidth",
    ][::core::mem::offset_of!(cudaFuncAttributes, requiredClusterWidth) - 56usize];
    [
        "Offset of field: cudaFuncAttributes::requiredClusterHeight",
    ][::core::mem::offset_of!(cudaFuncAttributes, requiredClusterHeight) - 60usize];
    [
        "Offset of field: cudaFuncAttributes::requiredClusterDepth",
    ][::core::mem::offset_of!(cudaFuncAttributes, requiredClusterDepth) - 64usize];
    [
        "Offset of field: cudaFuncAttributes::clusterSchedulingPolicyPreference",
    ][::core::mem::offset_of!(cudaFuncAttributes, clusterSchedulingPolicyPreference)
        - 68usize];
    [
        "Offset of field: cudaFuncAttributes::nonPortableClusterSizeAllowed",
    ][::core::mem::offset_of!(cudaFuncAttributes, nonPortableClusterSizeAllowed)
        - 72usize];
    [
        "Offset of field: cudaFuncAttributes::reserved",
    ][::core::mem::offset_of!(cudaFuncAttributes, reserved) - 76usize];
};
impl cudaFuncAttribute {
    pub const cudaFuncAttributeMaxDynamicSharedMemorySize: cudaFuncAttribute = cudaFuncAttribute(
        8,
    );
    pub const cudaFuncAttributePreferredSharedMemoryCarveout: cudaFuncAttribute = cudaFuncAttribute(
        9,
    );
    pub const cudaFuncAttributeClusterDimMustBeSet: cudaFuncAttribute = cudaFuncAttribute(
        10,
    );
    pub const cudaFuncAttributeRequiredClusterWidth: cudaFuncAttribute = cudaFuncAttribute(
        11,
    );
    pub const cudaFuncAttributeRequiredClusterHeight: cudaFuncAttribute = cudaFuncAttribute(
        12,
    );
    pub const cudaFuncAttributeRequiredClusterDepth: cudaFuncAttribute = cudaFuncAttribute(
        13,
    );
    pub const cudaFuncAttributeNonPortableClusterSizeAllowed: cudaFuncAttribute = cudaFuncAttribute(
        14,
    );
    pub const cudaFuncAttributeClusterSchedulingPolicyPreference: cudaFuncAttribute = cudaFuncAttribute(
        15,
    );
    pub const cudaFuncAttributeMax: cudaFuncAttribute = cudaFuncAttribute(16);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaFuncAttribute(pub libc::c_uint);
impl cudaFuncCache {
    pub const cudaFuncCachePreferNone: cudaFuncCache = cudaFuncCache(0);
    pub const cudaFuncCachePreferShared: cudaFuncCache = cudaFuncCache(1);
    pub const cudaFuncCachePreferL1: cudaFuncCache = cudaFuncCache(2);
    pub const cudaFuncCachePreferEqual: cudaFuncCache = cudaFuncCache(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaFuncCache(pub libc::c_uint);
impl cudaSharedMemConfig {
    pub const cudaSharedMemBankSizeDefault: cudaSharedMemConfig = cudaSharedMemConfig(0);
    pub const cudaSharedMemBankSizeFourByte: cudaSharedMemConfig = cudaSharedMemConfig(
        1,
    );
    pub const cudaSharedMemBankSizeEightByte: cudaSharedMemConfig = cudaSharedMemConfig(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaSharedMemConfig(pub libc::c_uint);
impl cudaSharedCarveout {
    pub const cudaSharedmemCarveoutDefault: cudaSharedCarveout = cudaSharedCarveout(-1);
    pub const cudaSharedmemCarveoutMaxShared: cudaSharedCarveout = cudaSharedCarveout(
        100,
    );
    pub const cudaSharedmemCarveoutMaxL1: cudaSharedCarveout = cudaSharedCarveout(0);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaSharedCarveout(pub libc::c_int);
impl cudaComputeMode {
    pub const cudaComputeModeDefault: cudaComputeMode = cudaComputeMode(0);
    pub const cudaComputeModeExclusive: cudaComputeMode = cudaComputeMode(1);
    pub const cudaComputeModeProhibited: cudaComputeMode = cudaComputeMode(2);
    pub const cudaComputeModeExclusiveProcess: cudaComputeMode = cudaComputeMode(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaComputeMode(pub libc::c_uint);
impl cudaLimit {
    pub const cudaLimitStackSize: cudaLimit = cudaLimit(0);
    pub const cudaLimitPrintfFifoSize: cudaLimit = cudaLimit(1);
    pub const cudaLimitMallocHeapSize: cudaLimit = cudaLimit(2);
    pub const cudaLimitDevRuntimeSyncDepth: cudaLimit = cudaLimit(3);
    pub const cudaLimitDevRuntimePendingLaunchCount: cudaLimit = cudaLimit(4);
    pub const cudaLimitMaxL2FetchGranularity: cudaLimit = cudaLimit(5);
    pub const cudaLimitPersistingL2CacheSize: cudaLimit = cudaLimit(6);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaLimit(pub libc::c_uint);
impl cudaMemoryAdvise {
    pub const cudaMemAdviseSetReadMostly: cudaMemoryAdvise = cudaMemoryAdvise(1);
    pub const cudaMemAdviseUnsetReadMostly: cudaMemoryAdvise = cudaMemoryAdvise(2);
    pub const cudaMemAdviseSetPreferredLocation: cudaMemoryAdvise = cudaMemoryAdvise(3);
    pub const cudaMemAdviseUnsetPreferredLocation: cudaMemoryAdvise = cudaMemoryAdvise(
        4,
    );
    pub const cudaMemAdviseSetAccessedBy: cudaMemoryAdvise = cudaMemoryAdvise(5);
    pub const cudaMemAdviseUnsetAccessedBy: cudaMemoryAdvise = cudaMemoryAdvise(6);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemoryAdvise(pub libc::c_uint);
impl cudaMemRangeAttribute {
    pub const cudaMemRangeAttributeReadMostly: cudaMemRangeAttribute = cudaMemRangeAttribute(
        1,
    );
    pub const cudaMemRangeAttributePreferredLocation: cudaMemRangeAttribute = cudaMemRangeAttribute(
        2,
    );
    pub const cudaMemRangeAttributeAccessedBy: cudaMemRangeAttribute = cudaMemRangeAttribute(
        3,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocation: cudaMemRangeAttribute = cudaMemRangeAttribute(
        4,
    );
    pub const cudaMemRangeAttributePreferredLocationType: cudaMemRangeAttribute = cudaMemRangeAttribute(
        5,
    );
    pub const cudaMemRangeAttributePreferredLocationId: cudaMemRangeAttribute = cudaMemRangeAttribute(
        6,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocationType: cudaMemRangeAttribute = cudaMemRangeAttribute(
        7,
    );
    pub const cudaMemRangeAttributeLastPrefetchLocationId: cudaMemRangeAttribute = cudaMemRangeAttribute(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemRangeAttribute(pub libc::c_uint);
impl cudaFlushGPUDirectRDMAWritesOptions {
    pub const cudaFlushGPUDirectRDMAWritesOptionHost: cudaFlushGPUDirectRDMAWritesOptions = cudaFlushGPUDirectRDMAWritesOptions(
        1,
    );
    pub const cudaFlushGPUDirectRDMAWritesOptionMemOps: cudaFlushGPUDirectRDMAWritesOptions = cudaFlushGPUDirectRDMAWritesOptions(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaFlushGPUDirectRDMAWritesOptions(pub libc::c_uint);
impl cudaGPUDirectRDMAWritesOrdering {
    pub const cudaGPUDirectRDMAWritesOrderingNone: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        0,
    );
    pub const cudaGPUDirectRDMAWritesOrderingOwner: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        100,
    );
    pub const cudaGPUDirectRDMAWritesOrderingAllDevices: cudaGPUDirectRDMAWritesOrdering = cudaGPUDirectRDMAWritesOrdering(
        200,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGPUDirectRDMAWritesOrdering(pub libc::c_uint);
impl cudaFlushGPUDirectRDMAWritesScope {
    pub const cudaFlushGPUDirectRDMAWritesToOwner: cudaFlushGPUDirectRDMAWritesScope = cudaFlushGPUDirectRDMAWritesScope(
        100,
    );
    pub const cudaFlushGPUDirectRDMAWritesToAllDevices: cudaFlushGPUDirectRDMAWritesScope = cudaFlushGPUDirectRDMAWritesScope(
        200,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaFlushGPUDirectRDMAWritesScope(pub libc::c_uint);
impl cudaFlushGPUDirectRDMAWritesTarget {
    pub const cudaFlushGPUDirectRDMAWritesTargetCurrentDevice: cudaFlushGPUDirectRDMAWritesTarget = cudaFlushGPUDirectRDMAWritesTarget(
        0,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaFlushGPUDirectRDMAWritesTarget(pub libc::c_uint);
impl cudaDeviceAttr {
    pub const cudaDevAttrMaxThreadsPerBlock: cudaDeviceAttr = cudaDeviceAttr(1);
    pub const cudaDevAttrMaxBlockDimX: cudaDeviceAttr = cudaDeviceAttr(2);
    pub const cudaDevAttrMaxBlockDimY: cudaDeviceAttr = cudaDeviceAttr(3);
    pub const cudaDevAttrMaxBlockDimZ: cudaDeviceAttr = cudaDeviceAttr(4);
    pub const cudaDevAttrMaxGridDimX: cudaDeviceAttr = cudaDeviceAttr(5);
    pub const cudaDevAttrMaxGridDimY: cudaDeviceAttr = cudaDeviceAttr(6);
    pub const cudaDevAttrMaxGridDimZ: cudaDeviceAttr = cudaDeviceAttr(7);
    pub const cudaDevAttrMaxSharedMemoryPerBlock: cudaDeviceAttr = cudaDeviceAttr(8);
    pub const cudaDevAttrTotalConstantMemory: cudaDeviceAttr = cudaDeviceAttr(9);
    pub const cudaDevAttrWarpSize: cudaDeviceAttr = cudaDeviceAttr(10);
    pub const cudaDevAttrMaxPitch: cudaDeviceAttr = cudaDeviceAttr(11);
    pub const cudaDevAttrMaxRegistersPerBlock: cudaDeviceAttr = cudaDeviceAttr(12);
    pub const cudaDevAttrClockRate: cudaDeviceAttr = cudaDeviceAttr(13);
    pub const cudaDevAttrTextureAlignment: cudaDeviceAttr = cudaDeviceAttr(14);
    pub const cudaDevAttrGpuOverlap: cudaDeviceAttr = cudaDeviceAttr(15);
    pub const cudaDevAttrMultiProcessorCount: cudaDeviceAttr = cudaDeviceAttr(16);
    pub const cudaDevAttrKernelExecTimeout: cudaDeviceAttr = cudaDeviceAttr(17);
    pub const cudaDevAttrIntegrated: cudaDeviceAttr = cudaDeviceAttr(18);
    pub const cudaDevAttrCanMapHostMemory: cudaDeviceAttr = cudaDeviceAttr(19);
    pub const cudaDevAttrComputeMode: cudaDeviceAttr = cudaDeviceAttr(20);
    pub const cudaDevAttrMaxTexture1DWidth: cudaDeviceAttr = cudaDeviceAttr(21);
    pub const cudaDevAttrMaxTexture2DWidth: cudaDeviceAttr = cudaDeviceAttr(22);
    pub const cudaDevAttrMaxTexture2DHeight: cudaDeviceAttr = cudaDeviceAttr(23);
    pub const cudaDevAttrMaxTexture3DWidth: cudaDeviceAttr = cudaDeviceAttr(24);
    pub const cudaDevAttrMaxTexture3DHeight: cudaDeviceAttr = cudaDeviceAttr(25);
    pub const cudaDevAttrMaxTexture3DDepth: cudaDeviceAttr = cudaDeviceAttr(26);
    pub const cudaDevAttrMaxTexture2DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(27);
    pub const cudaDevAttrMaxTexture2DLayeredHeight: cudaDeviceAttr = cudaDeviceAttr(28);
    pub const cudaDevAttrMaxTexture2DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(29);
    pub const cudaDevAttrSurfaceAlignment: cudaDeviceAttr = cudaDeviceAttr(30);
    pub const cudaDevAttrConcurrentKernels: cudaDeviceAttr = cudaDeviceAttr(31);
    pub const cudaDevAttrEccEnabled: cudaDeviceAttr = cudaDeviceAttr(32);
    pub const cudaDevAttrPciBusId: cudaDeviceAttr = cudaDeviceAttr(33);
    pub const cudaDevAttrPciDeviceId: cudaDeviceAttr = cudaDeviceAttr(34);
    pub const cudaDevAttrTccDriver: cudaDeviceAttr = cudaDeviceAttr(35);
    pub const cudaDevAttrMemoryClockRate: cudaDeviceAttr = cudaDeviceAttr(36);
    pub const cudaDevAttrGlobalMemoryBusWidth: cudaDeviceAttr = cudaDeviceAttr(37);
    pub const cudaDevAttrL2CacheSize: cudaDeviceAttr = cudaDeviceAttr(38);
    pub const cudaDevAttrMaxThreadsPerMultiProcessor: cudaDeviceAttr = cudaDeviceAttr(
        39,
    );
    pub const cudaDevAttrAsyncEngineCount: cudaDeviceAttr = cudaDeviceAttr(40);
    pub const cudaDevAttrUnifiedAddressing: cudaDeviceAttr = cudaDeviceAttr(41);
    pub const cudaDevAttrMaxTexture1DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(42);
    pub const cudaDevAttrMaxTexture1DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(43);
    pub const cudaDevAttrMaxTexture2DGatherWidth: cudaDeviceAttr = cudaDeviceAttr(45);
    pub const cudaDevAttrMaxTexture2DGatherHeight: cudaDeviceAttr = cudaDeviceAttr(46);
    pub const cudaDevAttrMaxTexture3DWidthAlt: cudaDeviceAttr = cudaDeviceAttr(47);
    pub const cudaDevAttrMaxTexture3DHeightAlt: cudaDeviceAttr = cudaDeviceAttr(48);
    pub const cudaDevAttrMaxTexture3DDepthAlt: cudaDeviceAttr = cudaDeviceAttr(49);
    pub const cudaDevAttrPciDomainId: cudaDeviceAttr = cudaDeviceAttr(50);
    pub const cudaDevAttrTexturePitchAlignment: cudaDeviceAttr = cudaDeviceAttr(51);
    pub const cudaDevAttrMaxTextureCubemapWidth: cudaDeviceAttr = cudaDeviceAttr(52);
    pub const cudaDevAttrMaxTextureCubemapLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(
        53,
    );
    pub const cudaDevAttrMaxTextureCubemapLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(
        54,
    );
    pub const cudaDevAttrMaxSurface1DWidth: cudaDeviceAttr = cudaDeviceAttr(55);
    pub const cudaDevAttrMaxSurface2DWidth: cudaDeviceAttr = cudaDeviceAttr(56);
    pub const cudaDevAttrMaxSurface2DHeight: cudaDeviceAttr = cudaDeviceAttr(57);
    pub const cudaDevAttrMaxSurface3DWidth: cudaDeviceAttr = cudaDeviceAttr(58);
    pub const cudaDevAttrMaxSurface3DHeight: cudaDeviceAttr = cudaDeviceAttr(59);
    pub const cudaDevAttrMaxSurface3DDepth: cudaDeviceAttr = cudaDeviceAttr(60);
    pub const cudaDevAttrMaxSurface1DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(61);
    pub const cudaDevAttrMaxSurface1DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(62);
    pub const cudaDevAttrMaxSurface2DLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(63);
    pub const cudaDevAttrMaxSurface2DLayeredHeight: cudaDeviceAttr = cudaDeviceAttr(64);
    pub const cudaDevAttrMaxSurface2DLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(65);
    pub const cudaDevAttrMaxSurfaceCubemapWidth: cudaDeviceAttr = cudaDeviceAttr(66);
    pub const cudaDevAttrMaxSurfaceCubemapLayeredWidth: cudaDeviceAttr = cudaDeviceAttr(
        67,
    );
    pub const cudaDevAttrMaxSurfaceCubemapLayeredLayers: cudaDeviceAttr = cudaDeviceAttr(
        68,
    );
    pub const cudaDevAttrMaxTexture1DLinearWidth: cudaDeviceAttr = cudaDeviceAttr(69);
    pub const cudaDevAttrMaxTexture2DLinearWidth: cudaDeviceAttr = cudaDeviceAttr(70);
    pub const cudaDevAttrMaxTexture2DLinearHeight: cudaDeviceAttr = cudaDeviceAttr(71);
    pub const cudaDevAttrMaxTexture2DLinearPitch: cudaDeviceAttr = cudaDeviceAttr(72);
    pub const cudaDevAttrMaxTexture2DMipmappedWidth: cudaDeviceAttr = cudaDeviceAttr(73);
    pub const cudaDevAttrMaxTexture2DMipmappedHeight: cudaDeviceAttr = cudaDeviceAttr(
        74,
    );
    pub const cudaDevAttrComputeCapabilityMajor: cudaDeviceAttr = cudaDeviceAttr(75);
    pub const cudaDevAttrComputeCapabilityMinor: cudaDeviceAttr = cudaDeviceAttr(76);
    pub const cudaDevAttrMaxTexture1DMipmappedWidth: cudaDeviceAttr = cudaDeviceAttr(77);
    pub const cudaDevAttrStreamPrioritiesSupported: cudaDeviceAttr = cudaDeviceAttr(78);
    pub const cudaDevAttrGlobalL1CacheSupported: cudaDeviceAttr = cudaDeviceAttr(79);
    pub const cudaDevAttrLocalL1CacheSupported: cudaDeviceAttr = cudaDeviceAttr(80);
    pub const cudaDevAttrMaxSharedMemoryPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        81,
    );
    pub const cudaDevAttrMaxRegistersPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        82,
    );
    pub const cudaDevAttrManagedMemory: cudaDeviceAttr = cudaDeviceAttr(83);
    pub const cudaDevAttrIsMultiGpuBoard: cudaDeviceAttr = cudaDeviceAttr(84);
    pub const cudaDevAttrMultiGpuBoardGroupID: cudaDeviceAttr = cudaDeviceAttr(85);
    pub const cudaDevAttrHostNativeAtomicSupported: cudaDeviceAttr = cudaDeviceAttr(86);
    pub const cudaDevAttrSingleToDoublePrecisionPerfRatio: cudaDeviceAttr = cudaDeviceAttr(
        87,
    );
    pub const cudaDevAttrPageableMemoryAccess: cudaDeviceAttr = cudaDeviceAttr(88);
    pub const cudaDevAttrConcurrentManagedAccess: cudaDeviceAttr = cudaDeviceAttr(89);
    pub const cudaDevAttrComputePreemptionSupported: cudaDeviceAttr = cudaDeviceAttr(90);
    pub const cudaDevAttrCanUseHostPointerForRegisteredMem: cudaDeviceAttr = cudaDeviceAttr(
        91,
    );
    pub const cudaDevAttrReserved92: cudaDeviceAttr = cudaDeviceAttr(92);
    pub const cudaDevAttrReserved93: cudaDeviceAttr = cudaDeviceAttr(93);
    pub const cudaDevAttrReserved94: cudaDeviceAttr = cudaDeviceAttr(94);
    pub const cudaDevAttrCooperativeLaunch: cudaDeviceAttr = cudaDeviceAttr(95);
    pub const cudaDevAttrCooperativeMultiDeviceLaunch: cudaDeviceAttr = cudaDeviceAttr(
        96,
    );
    pub const cudaDevAttrMaxSharedMemoryPerBlockOptin: cudaDeviceAttr = cudaDeviceAttr(
        97,
    );
    pub const cudaDevAttrCanFlushRemoteWrites: cudaDeviceAttr = cudaDeviceAttr(98);
    pub const cudaDevAttrHostRegisterSupported: cudaDeviceAttr = cudaDeviceAttr(99);
    pub const cudaDevAttrPageableMemoryAccessUsesHostPageTables: cudaDeviceAttr = cudaDeviceAttr(
        100,
    );
    pub const cudaDevAttrDirectManagedMemAccessFromHost: cudaDeviceAttr = cudaDeviceAttr(
        101,
    );
    pub const cudaDevAttrMaxBlocksPerMultiprocessor: cudaDeviceAttr = cudaDeviceAttr(
        106,
    );
    pub const cudaDevAttrMaxPersistingL2CacheSize: cudaDeviceAttr = cudaDeviceAttr(108);
    pub const cudaDevAttrMaxAccessPolicyWindowSize: cudaDeviceAttr = cudaDeviceAttr(109);
    pub const cudaDevAttrReservedSharedMemoryPerBlock: cudaDeviceAttr = cudaDeviceAttr(
        111,
    );
    pub const cudaDevAttrSparseCudaArraySupported: cudaDeviceAttr = cudaDeviceAttr(112);
    pub const cudaDevAttrHostRegisterReadOnlySupported: cudaDeviceAttr = cudaDeviceAttr(
        113,
    );
    pub const cudaDevAttrTimelineSemaphoreInteropSupported: cudaDeviceAttr = cudaDeviceAttr(
        114,
    );
    pub const cudaDevAttrMaxTimelineSemaphoreInteropSupported: cudaDeviceAttr = cudaDeviceAttr(
        114,
    );
    pub const cudaDevAttrMemoryPoolsSupported: cudaDeviceAttr = cudaDeviceAttr(115);
    pub const cudaDevAttrGPUDirectRDMASupported: cudaDeviceAttr = cudaDeviceAttr(116);
    pub const cudaDevAttrGPUDirectRDMAFlushWritesOptions: cudaDeviceAttr = cudaDeviceAttr(
        117,
    );
    pub const cudaDevAttrGPUDirectRDMAWritesOrdering: cudaDeviceAttr = cudaDeviceAttr(
        118,
    );
    pub const cudaDevAttrMemoryPoolSupportedHandleTypes: cudaDeviceAttr = cudaDeviceAttr(
        119,
    );
    pub const cudaDevAttrClusterLaunch: cudaDeviceAttr = cudaDeviceAttr(120);
    pub const cudaDevAttrDeferredMappingCudaArraySupported: cudaDeviceAttr = cudaDeviceAttr(
        121,
    );
    pub const cudaDevAttrReserved122: cudaDeviceAttr = cudaDeviceAttr(122);
    pub const cudaDevAttrReserved123: cudaDeviceAttr = cudaDeviceAttr(123);
    pub const cudaDevAttrReserved124: cudaDeviceAttr = cudaDeviceAttr(124);
    pub const cudaDevAttrIpcEventSupport: cudaDeviceAttr = cudaDeviceAttr(125);
    pub const cudaDevAttrMemSyncDomainCount: cudaDeviceAttr = cudaDeviceAttr(126);
    pub const cudaDevAttrReserved127: cudaDeviceAttr = cudaDeviceAttr(127);
    pub const cudaDevAttrReserved128: cudaDeviceAttr = cudaDeviceAttr(128);
    pub const cudaDevAttrReserved129: cudaDeviceAttr = cudaDeviceAttr(129);
    pub const cudaDevAttrNumaConfig: cudaDeviceAttr = cudaDeviceAttr(130);
    pub const cudaDevAttrNumaId: cudaDeviceAttr = cudaDeviceAttr(131);
    pub const cudaDevAttrReserved132: cudaDeviceAttr = cudaDeviceAttr(132);
    pub const cudaDevAttrMpsEnabled: cudaDeviceAttr = cudaDeviceAttr(133);
    pub const cudaDevAttrHostNumaId: cudaDeviceAttr = cudaDeviceAttr(134);
    pub const cudaDevAttrD3D12CigSupported: cudaDeviceAttr = cudaDeviceAttr(135);
    pub const cudaDevAttrVulkanCigSupported: cudaDeviceAttr = cudaDeviceAttr(138);
    pub const cudaDevAttrGpuPciDeviceId: cudaDeviceAttr = cudaDeviceAttr(139);
    pub const cudaDevAttrGpuPciSubsystemId: cudaDeviceAttr = cudaDeviceAttr(140);
    pub const cudaDevAttrReserved141: cudaDeviceAttr = cudaDeviceAttr(141);
    pub const cudaDevAttrHostNumaMemoryPoolsSupported: cudaDeviceAttr = cudaDeviceAttr(
        142,
    );
    pub const cudaDevAttrHostNumaMultinodeIpcSupported: cudaDeviceAttr = cudaDeviceAttr(
        143,
    );
    pub const cudaDevAttrMax: cudaDeviceAttr = cudaDeviceAttr(144);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaDeviceAttr(pub libc::c_uint);
impl cudaMemPoolAttr {
    pub const cudaMemPoolReuseFollowEventDependencies: cudaMemPoolAttr = cudaMemPoolAttr(
        1,
    );
    pub const cudaMemPoolReuseAllowOpportunistic: cudaMemPoolAttr = cudaMemPoolAttr(2);
    pub const cudaMemPoolReuseAllowInternalDependencies: cudaMemPoolAttr = cudaMemPoolAttr(
        3,
    );
    pub const cudaMemPoolAttrReleaseThreshold: cudaMemPoolAttr = cudaMemPoolAttr(4);
    pub const cudaMemPoolAttrReservedMemCurrent: cudaMemPoolAttr = cudaMemPoolAttr(5);
    pub const cudaMemPoolAttrReservedMemHigh: cudaMemPoolAttr = cudaMemPoolAttr(6);
    pub const cudaMemPoolAttrUsedMemCurrent: cudaMemPoolAttr = cudaMemPoolAttr(7);
    pub const cudaMemPoolAttrUsedMemHigh: cudaMemPoolAttr = cudaMemPoolAttr(8);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemPoolAttr(pub libc::c_uint);
impl cudaMemLocationType {
    pub const cudaMemLocationTypeInvalid: cudaMemLocationType = cudaMemLocationType(0);
    pub const cudaMemLocationTypeDevice: cudaMemLocationType = cudaMemLocationType(1);
    pub const cudaMemLocationTypeHost: cudaMemLocationType = cudaMemLocationType(2);
    pub const cudaMemLocationTypeHostNuma: cudaMemLocationType = cudaMemLocationType(3);
    pub const cudaMemLocationTypeHostNumaCurrent: cudaMemLocationType = cudaMemLocationType(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemLocationType(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemLocation {
    pub type_: cudaMemLocationType,
    pub id: libc::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaMemLocation"][::core::mem::size_of::<cudaMemLocation>() - 8usize];
    [
        "Alignment of cudaMemLocation",
    ][::core::mem::align_of::<cudaMemLocation>() - 4usize];
    [
        "Offset of field: cudaMemLocation::type_",
    ][::core::mem::offset_of!(cudaMemLocation, type_) - 0usize];
    [
        "Offset of field: cudaMemLocation::id",
    ][::core::mem::offset_of!(cudaMemLocation, id) - 4usize];
};
impl cudaMemAccessFlags {
    pub const cudaMemAccessFlagsProtNone: cudaMemAccessFlags = cudaMemAccessFlags(0);
    pub const cudaMemAccessFlagsProtRead: cudaMemAccessFlags = cudaMemAccessFlags(1);
    pub const cudaMemAccessFlagsProtReadWrite: cudaMemAccessFlags = cudaMemAccessFlags(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemAccessFlags(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemAccessDesc {
    pub location: cudaMemLocation,
    pub flags: cudaMemAccessFlags,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaMemAccessDesc"][::core::mem::size_of::<cudaMemAccessDesc>() - 12usize];
    [
        "Alignment of cudaMemAccessDesc",
    ][::core::mem::align_of::<cudaMemAccessDesc>() - 4usize];
    [
        "Offset of field: cudaMemAccessDesc::location",
    ][::core::mem::offset_of!(cudaMemAccessDesc, location) - 0usize];
    [
        "Offset of field: cudaMemAccessDesc::flags",
    ][::core::mem::offset_of!(cudaMemAccessDesc, flags) - 8usize];
};
impl cudaMemAllocationType {
    pub const cudaMemAllocationTypeInvalid: cudaMemAllocationType = cudaMemAllocationType(
        0,
    );
    pub const cudaMemAllocationTypePinned: cudaMemAllocationType = cudaMemAllocationType(
        1,
    );
    pub const cudaMemAllocationTypeMax: cudaMemAllocationType = cudaMemAllocationType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemAllocationType(pub libc::c_uint);
impl cudaMemAllocationHandleType {
    pub const cudaMemHandleTypeNone: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        0,
    );
    pub const cudaMemHandleTypePosixFileDescriptor: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        1,
    );
    pub const cudaMemHandleTypeWin32: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        2,
    );
    pub const cudaMemHandleTypeWin32Kmt: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        4,
    );
    pub const cudaMemHandleTypeFabric: cudaMemAllocationHandleType = cudaMemAllocationHandleType(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemAllocationHandleType(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemPoolProps {
    pub allocType: cudaMemAllocationType,
    pub handleTypes: cudaMemAllocationHandleType,
    pub location: cudaMemLocation,
    pub win32SecurityAttributes: *mut libc::c_void,
    pub maxSize: usize,
    pub usage: libc::c_ushort,
    pub reserved: [libc::c_uchar; 54usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaMemPoolProps"][::core::mem::size_of::<cudaMemPoolProps>() - 88usize];
    [
        "Alignment of cudaMemPoolProps",
    ][::core::mem::align_of::<cudaMemPoolProps>() - 8usize];
    [
        "Offset of field: cudaMemPoolProps::allocType",
    ][::core::mem::offset_of!(cudaMemPoolProps, allocType) - 0usize];
    [
        "Offset of field: cudaMemPoolProps::handleTypes",
    ][::core::mem::offset_of!(cudaMemPoolProps, handleTypes) - 4usize];
    [
        "Offset of field: cudaMemPoolProps::location",
    ][::core::mem::offset_of!(cudaMemPoolProps, location) - 8usize];
    [
        "Offset of field: cudaMemPoolProps::win32SecurityAttributes",
    ][::core::mem::offset_of!(cudaMemPoolProps, win32SecurityAttributes) - 16usize];
    [
        "Offset of field: cudaMemPoolProps::maxSize",
    ][::core::mem::offset_of!(cudaMemPoolProps, maxSize) - 24usize];
    [
        "Offset of field: cudaMemPoolProps::usage",
    ][::core::mem::offset_of!(cudaMemPoolProps, usage) - 32usize];
    [
        "Offset of field: cudaMemPoolProps::reserved",
    ][::core::mem::offset_of!(cudaMemPoolProps, reserved) - 34usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemPoolPtrExportData {
    pub reserved: [libc::c_uchar; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemPoolPtrExportData",
    ][::core::mem::size_of::<cudaMemPoolPtrExportData>() - 64usize];
    [
        "Alignment of cudaMemPoolPtrExportData",
    ][::core::mem::align_of::<cudaMemPoolPtrExportData>() - 1usize];
    [
        "Offset of field: cudaMemPoolPtrExportData::reserved",
    ][::core::mem::offset_of!(cudaMemPoolPtrExportData, reserved) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemAllocNodeParams {
    pub poolProps: cudaMemPoolProps,
    pub accessDescs: *const cudaMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemAllocNodeParams",
    ][::core::mem::size_of::<cudaMemAllocNodeParams>() - 120usize];
    [
        "Alignment of cudaMemAllocNodeParams",
    ][::core::mem::align_of::<cudaMemAllocNodeParams>() - 8usize];
    [
        "Offset of field: cudaMemAllocNodeParams::poolProps",
    ][::core::mem::offset_of!(cudaMemAllocNodeParams, poolProps) - 0usize];
    [
        "Offset of field: cudaMemAllocNodeParams::accessDescs",
    ][::core::mem::offset_of!(cudaMemAllocNodeParams, accessDescs) - 88usize];
    [
        "Offset of field: cudaMemAllocNodeParams::accessDescCount",
    ][::core::mem::offset_of!(cudaMemAllocNodeParams, accessDescCount) - 96usize];
    [
        "Offset of field: cudaMemAllocNodeParams::bytesize",
    ][::core::mem::offset_of!(cudaMemAllocNodeParams, bytesize) - 104usize];
    [
        "Offset of field: cudaMemAllocNodeParams::dptr",
    ][::core::mem::offset_of!(cudaMemAllocNodeParams, dptr) - 112usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemAllocNodeParamsV2 {
    pub poolProps: cudaMemPoolProps,
    pub accessDescs: *const cudaMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemAllocNodeParamsV2",
    ][::core::mem::size_of::<cudaMemAllocNodeParamsV2>() - 120usize];
    [
        "Alignment of cudaMemAllocNodeParamsV2",
    ][::core::mem::align_of::<cudaMemAllocNodeParamsV2>() - 8usize];
    [
        "Offset of field: cudaMemAllocNodeParamsV2::poolProps",
    ][::core::mem::offset_of!(cudaMemAllocNodeParamsV2, poolProps) - 0usize];
    [
        "Offset of field: cudaMemAllocNodeParamsV2::accessDescs",
    ][::core::mem::offset_of!(cudaMemAllocNodeParamsV2, accessDescs) - 88usize];
    [
        "Offset of field: cudaMemAllocNodeParamsV2::accessDescCount",
    ][::core::mem::offset_of!(cudaMemAllocNodeParamsV2, accessDescCount) - 96usize];
    [
        "Offset of field: cudaMemAllocNodeParamsV2::bytesize",
    ][::core::mem::offset_of!(cudaMemAllocNodeParamsV2, bytesize) - 104usize];
    [
        "Offset of field: cudaMemAllocNodeParamsV2::dptr",
    ][::core::mem::offset_of!(cudaMemAllocNodeParamsV2, dptr) - 112usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemFreeNodeParams {
    pub dptr: *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemFreeNodeParams",
    ][::core::mem::size_of::<cudaMemFreeNodeParams>() - 8usize];
    [
        "Alignment of cudaMemFreeNodeParams",
    ][::core::mem::align_of::<cudaMemFreeNodeParams>() - 8usize];
    [
        "Offset of field: cudaMemFreeNodeParams::dptr",
    ][::core::mem::offset_of!(cudaMemFreeNodeParams, dptr) - 0usize];
};
impl cudaGraphMemAttributeType {
    pub const cudaGraphMemAttrUsedMemCurrent: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        0,
    );
    pub const cudaGraphMemAttrUsedMemHigh: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        1,
    );
    pub const cudaGraphMemAttrReservedMemCurrent: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        2,
    );
    pub const cudaGraphMemAttrReservedMemHigh: cudaGraphMemAttributeType = cudaGraphMemAttributeType(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphMemAttributeType(pub libc::c_uint);
impl cudaMemcpyFlags {
    pub const cudaMemcpyFlagDefault: cudaMemcpyFlags = cudaMemcpyFlags(0);
    pub const cudaMemcpyFlagPreferOverlapWithCompute: cudaMemcpyFlags = cudaMemcpyFlags(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemcpyFlags(pub libc::c_uint);
impl cudaMemcpySrcAccessOrder {
    pub const cudaMemcpySrcAccessOrderInvalid: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        0,
    );
    pub const cudaMemcpySrcAccessOrderStream: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        1,
    );
    pub const cudaMemcpySrcAccessOrderDuringApiCall: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        2,
    );
    pub const cudaMemcpySrcAccessOrderAny: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        3,
    );
    pub const cudaMemcpySrcAccessOrderMax: cudaMemcpySrcAccessOrder = cudaMemcpySrcAccessOrder(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemcpySrcAccessOrder(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpyAttributes {
    pub srcAccessOrder: cudaMemcpySrcAccessOrder,
    pub srcLocHint: cudaMemLocation,
    pub dstLocHint: cudaMemLocation,
    pub flags: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpyAttributes",
    ][::core::mem::size_of::<cudaMemcpyAttributes>() - 24usize];
    [
        "Alignment of cudaMemcpyAttributes",
    ][::core::mem::align_of::<cudaMemcpyAttributes>() - 4usize];
    [
        "Offset of field: cudaMemcpyAttributes::srcAccessOrder",
    ][::core::mem::offset_of!(cudaMemcpyAttributes, srcAccessOrder) - 0usize];
    [
        "Offset of field: cudaMemcpyAttributes::srcLocHint",
    ][::core::mem::offset_of!(cudaMemcpyAttributes, srcLocHint) - 4usize];
    [
        "Offset of field: cudaMemcpyAttributes::dstLocHint",
    ][::core::mem::offset_of!(cudaMemcpyAttributes, dstLocHint) - 12usize];
    [
        "Offset of field: cudaMemcpyAttributes::flags",
    ][::core::mem::offset_of!(cudaMemcpyAttributes, flags) - 20usize];
};
impl cudaMemcpy3DOperandType {
    pub const cudaMemcpyOperandTypePointer: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        1,
    );
    pub const cudaMemcpyOperandTypeArray: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        2,
    );
    pub const cudaMemcpyOperandTypeMax: cudaMemcpy3DOperandType = cudaMemcpy3DOperandType(
        2147483647,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaMemcpy3DOperandType(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaOffset3D {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaOffset3D"][::core::mem::size_of::<cudaOffset3D>() - 24usize];
    ["Alignment of cudaOffset3D"][::core::mem::align_of::<cudaOffset3D>() - 8usize];
    [
        "Offset of field: cudaOffset3D::x",
    ][::core::mem::offset_of!(cudaOffset3D, x) - 0usize];
    [
        "Offset of field: cudaOffset3D::y",
    ][::core::mem::offset_of!(cudaOffset3D, y) - 8usize];
    [
        "Offset of field: cudaOffset3D::z",
    ][::core::mem::offset_of!(cudaOffset3D, z) - 16usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpy3DOperand {
    pub type_: cudaMemcpy3DOperandType,
    pub op: cudaMemcpy3DOperand__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaMemcpy3DOperand__bindgen_ty_1 {
    pub ptr: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1,
    pub array: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1 {
    pub ptr: *mut libc::c_void,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: cudaMemLocation,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1>()
        - 32usize];
    [
        "Alignment of cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1::ptr",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1, ptr)
        - 0usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1::rowLength",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1, rowLength)
        - 8usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1::layerHeight",
    ][::core::mem::offset_of!(
        cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1, layerHeight
    ) - 16usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1::locHint",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_1, locHint)
        - 24usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2 {
    pub array: cudaArray_t,
    pub offset: cudaOffset3D,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2>()
        - 32usize];
    [
        "Alignment of cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2>()
        - 8usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2::array",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2, array)
        - 0usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2::offset",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1__bindgen_ty_2, offset)
        - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DOperand__bindgen_ty_1",
    ][::core::mem::size_of::<cudaMemcpy3DOperand__bindgen_ty_1>() - 32usize];
    [
        "Alignment of cudaMemcpy3DOperand__bindgen_ty_1",
    ][::core::mem::align_of::<cudaMemcpy3DOperand__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1::ptr",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1, ptr) - 0usize];
    [
        "Offset of field: cudaMemcpy3DOperand__bindgen_ty_1::array",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand__bindgen_ty_1, array) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DOperand",
    ][::core::mem::size_of::<cudaMemcpy3DOperand>() - 40usize];
    [
        "Alignment of cudaMemcpy3DOperand",
    ][::core::mem::align_of::<cudaMemcpy3DOperand>() - 8usize];
    [
        "Offset of field: cudaMemcpy3DOperand::type_",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand, type_) - 0usize];
    [
        "Offset of field: cudaMemcpy3DOperand::op",
    ][::core::mem::offset_of!(cudaMemcpy3DOperand, op) - 8usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaMemcpy3DBatchOp {
    pub src: cudaMemcpy3DOperand,
    pub dst: cudaMemcpy3DOperand,
    pub extent: cudaExtent,
    pub srcAccessOrder: cudaMemcpySrcAccessOrder,
    pub flags: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemcpy3DBatchOp",
    ][::core::mem::size_of::<cudaMemcpy3DBatchOp>() - 112usize];
    [
        "Alignment of cudaMemcpy3DBatchOp",
    ][::core::mem::align_of::<cudaMemcpy3DBatchOp>() - 8usize];
    [
        "Offset of field: cudaMemcpy3DBatchOp::src",
    ][::core::mem::offset_of!(cudaMemcpy3DBatchOp, src) - 0usize];
    [
        "Offset of field: cudaMemcpy3DBatchOp::dst",
    ][::core::mem::offset_of!(cudaMemcpy3DBatchOp, dst) - 40usize];
    [
        "Offset of field: cudaMemcpy3DBatchOp::extent",
    ][::core::mem::offset_of!(cudaMemcpy3DBatchOp, extent) - 80usize];
    [
        "Offset of field: cudaMemcpy3DBatchOp::srcAccessOrder",
    ][::core::mem::offset_of!(cudaMemcpy3DBatchOp, srcAccessOrder) - 104usize];
    [
        "Offset of field: cudaMemcpy3DBatchOp::flags",
    ][::core::mem::offset_of!(cudaMemcpy3DBatchOp, flags) - 108usize];
};
impl cudaDeviceP2PAttr {
    pub const cudaDevP2PAttrPerformanceRank: cudaDeviceP2PAttr = cudaDeviceP2PAttr(1);
    pub const cudaDevP2PAttrAccessSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(2);
    pub const cudaDevP2PAttrNativeAtomicSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(
        3,
    );
    pub const cudaDevP2PAttrCudaArrayAccessSupported: cudaDeviceP2PAttr = cudaDeviceP2PAttr(
        4,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaDeviceP2PAttr(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct CUuuid_st {
    pub bytes: [libc::c_char; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of CUuuid_st"][::core::mem::size_of::<CUuuid_st>() - 16usize];
    ["Alignment of CUuuid_st"][::core::mem::align_of::<CUuuid_st>() - 1usize];
    [
        "Offset of field: CUuuid_st::bytes",
    ][::core::mem::offset_of!(CUuuid_st, bytes) - 0usize];
};
pub type cudaUUID_t = CUuuid_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaDeviceProp {
    pub name: [libc::c_char; 256usize],
    pub uuid: cudaUUID_t,
    pub luid: [libc::c_char; 8usize],
    pub luidDeviceNodeMask: libc::c_uint,
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: libc::c_int,
    pub warpSize: libc::c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: libc::c_int,
    pub maxThreadsDim: [libc::c_int; 3usize],
    pub maxGridSize: [libc::c_int; 3usize],
    pub clockRate: libc::c_int,
    pub totalConstMem: usize,
    pub major: libc::c_int,
    pub minor: libc::c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: libc::c_int,
    pub multiProcessorCount: libc::c_int,
    pub kernelExecTimeoutEnabled: libc::c_int,
    pub integrated: libc::c_int,
    pub canMapHostMemory: libc::c_int,
    pub computeMode: libc::c_int,
    pub maxTexture1D: libc::c_int,
    pub maxTexture1DMipmap: libc::c_int,
    pub maxTexture1DLinear: libc::c_int,
    pub maxTexture2D: [libc::c_int; 2usize],
    pub maxTexture2DMipmap: [libc::c_int; 2usize],
    pub maxTexture2DLinear: [libc::c_int; 3usize],
    pub maxTexture2DGather: [libc::c_int; 2usize],
    pub maxTexture3D: [libc::c_int; 3usize],
    pub maxTexture3DAlt: [libc::c_int; 3usize],
    pub maxTextureCubemap: libc::c_int,
    pub maxTexture1DLayered: [libc::c_int; 2usize],
    pub maxTexture2DLayered: [libc::c_int; 3usize],
    pub maxTextureCubemapLayered: [libc::c_int; 2usize],
    pub maxSurface1D: libc::c_int,
    pub maxSurface2D: [libc::c_int; 2usize],
    pub maxSurface3D: [libc::c_int; 3usize],
    pub maxSurface1DLayered: [libc::c_int; 2usize],
    pub maxSurface2DLayered: [libc::c_int; 3usize],
    pub maxSurfaceCubemap: libc::c_int,
    pub maxSurfaceCubemapLayered: [libc::c_int; 2usize],
    pub surfaceAlignment: usize,
    pub concurrentKernels: libc::c_int,
    pub ECCEnabled: libc::c_int,
    pub pciBusID: libc::c_int,
    pub pciDeviceID: libc::c_int,
    pub pciDomainID: libc::c_int,
    pub tccDriver: libc::c_int,
    pub asyncEngineCount: libc::c_int,
    pub unifiedAddressing: libc::c_int,
    pub memoryClockRate: libc::c_int,
    pub memoryBusWidth: libc::c_int,
    pub l2CacheSize: libc::c_int,
    pub persistingL2CacheMaxSize: libc::c_int,
    pub maxThreadsPerMultiProcessor: libc::c_int,
    pub streamPrioritiesSupported: libc::c_int,
    pub globalL1CacheSupported: libc::c_int,
    pub localL1CacheSupported: libc::c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: libc::c_int,
    pub managedMemory: libc::c_int,
    pub isMultiGpuBoard: libc::c_int,
    pub multiGpuBoardGroupID: libc::c_int,
    pub hostNativeAtomicSupported: libc::c_int,
    pub singleToDoublePrecisionPerfRatio: libc::c_int,
    pub pageableMemoryAccess: libc::c_int,
    pub concurrentManagedAccess: libc::c_int,
    pub computePreemptionSupported: libc::c_int,
    pub canUseHostPointerForRegisteredMem: libc::c_int,
    pub cooperativeLaunch: libc::c_int,
    pub cooperativeMultiDeviceLaunch: libc::c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: libc::c_int,
    pub directManagedMemAccessFromHost: libc::c_int,
    pub maxBlocksPerMultiProcessor: libc::c_int,
    pub accessPolicyMaxWindowSize: libc::c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: libc::c_int,
    pub sparseCudaArraySupported: libc::c_int,
    pub hostRegisterReadOnlySupported: libc::c_int,
    pub timelineSemaphoreInteropSupported: libc::c_int,
    pub memoryPoolsSupported: libc::c_int,
    pub gpuDirectRDMASupported: libc::c_int,
    pub gpuDirectRDMAFlushWritesOptions: libc::c_uint,
    pub gpuDirectRDMAWritesOrdering: libc::c_int,
    pub memoryPoolSupportedHandleTypes: libc::c_uint,
    pub deferredMappingCudaArraySupported: libc::c_int,
    pub ipcEventSupported: libc::c_int,
    pub clusterLaunch: libc::c_int,
    pub unifiedFunctionPointers: libc::c_int,
    pub reserved: [libc::c_int; 63usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaDeviceProp"][::core::mem::size_of::<cudaDeviceProp>() - 1032usize];
    ["Alignment of cudaDeviceProp"][::core::mem::align_of::<cudaDeviceProp>() - 8usize];
    [
        "Offset of field: cudaDeviceProp::name",
    ][::core::mem::offset_of!(cudaDeviceProp, name) - 0usize];
    [
        "Offset of field: cudaDeviceProp::uuid",
    ][::core::mem::offset_of!(cudaDeviceProp, uuid) - 256usize];
    [
        "Offset of field: cudaDeviceProp::luid",
    ][::core::mem::offset_of!(cudaDeviceProp, luid) - 272usize];
    [
        "Offset of field: cudaDeviceProp::luidDeviceNodeMask",
    ][::core::mem::offset_of!(cudaDeviceProp, luidDeviceNodeMask) - 280usize];
    [
        "Offset of field: cudaDeviceProp::totalGlobalMem",
    ][::core::mem::offset_of!(cudaDeviceProp, totalGlobalMem) - 288usize];
    [
        "Offset of field: cudaDeviceProp::sharedMemPerBlock",
    ][::core::mem::offset_of!(cudaDeviceProp, sharedMemPerBlock) - 296usize];
    [
        "Offset of field: cudaDeviceProp::regsPerBlock",
    ][::core::mem::offset_of!(cudaDeviceProp, regsPerBlock) - 304usize];
    [
        "Offset of field: cudaDeviceProp::warpSize",
    ][::core::mem::offset_of!(cudaDeviceProp, warpSize) - 308usize];
    [
        "Offset of field: cudaDeviceProp::memPitch",
    ][::core::mem::offset_of!(cudaDeviceProp, memPitch) - 312usize];
    [
        "Offset of field: cudaDeviceProp::maxThreadsPerBlock",
    ][::core::mem::offset_of!(cudaDeviceProp, maxThreadsPerBlock) - 320usize];
    [
        "Offset of field: cudaDeviceProp::maxThreadsDim",
    ][::core::mem::offset_of!(cudaDeviceProp, maxThreadsDim) - 324usize];
    [
        "Offset of field: cudaDeviceProp::maxGridSize",
    ][::core::mem::offset_of!(cudaDeviceProp, maxGridSize) - 336usize];
    [
        "Offset of field: cudaDeviceProp::clockRate",
    ][::core::mem::offset_of!(cudaDeviceProp, clockRate) - 348usize];
    [
        "Offset of field: cudaDeviceProp::totalConstMem",
    ][::core::mem::offset_of!(cudaDeviceProp, totalConstMem) - 352usize];
    [
        "Offset of field: cudaDeviceProp::major",
    ][::core::mem::offset_of!(cudaDeviceProp, major) - 360usize];
    [
        "Offset of field: cudaDeviceProp::minor",
    ][::core::mem::offset_of!(cudaDeviceProp, minor) - 364usize];
    [
        "Offset of field: cudaDeviceProp::textureAlignment",
    ][::core::mem::offset_of!(cudaDeviceProp, textureAlignment) - 368usize];
    [
        "Offset of field: cudaDeviceProp::texturePitchAlignment",
    ][::core::mem::offset_of!(cudaDeviceProp, texturePitchAlignment) - 376usize];
    [
        "Offset of field: cudaDeviceProp::deviceOverlap",
    ][::core::mem::offset_of!(cudaDeviceProp, deviceOverlap) - 384usize];
    [
        "Offset of field: cudaDeviceProp::multiProcessorCount",
    ][::core::mem::offset_of!(cudaDeviceProp, multiProcessorCount) - 388usize];
    [
        "Offset of field: cudaDeviceProp::kernelExecTimeoutEnabled",
    ][::core::mem::offset_of!(cudaDeviceProp, kernelExecTimeoutEnabled) - 392usize];
    [
        "Offset of field: cudaDeviceProp::integrated",
    ][::core::mem::offset_of!(cudaDeviceProp, integrated) - 396usize];
    [
        "Offset of field: cudaDeviceProp::canMapHostMemory",
    ][::core::mem::offset_of!(cudaDeviceProp, canMapHostMemory) - 400usize];
    [
        "Offset of field: cudaDeviceProp::computeMode",
    ][::core::mem::offset_of!(cudaDeviceProp, computeMode) - 404usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture1D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture1D) - 408usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture1DMipmap",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture1DMipmap) - 412usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture1DLinear",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture1DLinear) - 416usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture2D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture2D) - 420usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture2DMipmap",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture2DMipmap) - 428usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture2DLinear",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture2DLinear) - 436usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture2DGather",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture2DGather) - 448usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture3D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture3D) - 456usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture3DAlt",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture3DAlt) - 468usize];
    [
        "Offset of field: cudaDeviceProp::maxTextureCubemap",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTextureCubemap) - 480usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture1DLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture1DLayered) - 484usize];
    [
        "Offset of field: cudaDeviceProp::maxTexture2DLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTexture2DLayered) - 492usize];
    [
        "Offset of field: cudaDeviceProp::maxTextureCubemapLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxTextureCubemapLayered) - 504usize];
    [
        "Offset of field: cudaDeviceProp::maxSurface1D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurface1D) - 512usize];
    [
        "Offset of field: cudaDeviceProp::maxSurface2D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurface2D) - 516usize];
    [
        "Offset of field: cudaDeviceProp::maxSurface3D",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurface3D) - 524usize];
    [
        "Offset of field: cudaDeviceProp::maxSurface1DLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurface1DLayered) - 536usize];
    [
        "Offset of field: cudaDeviceProp::maxSurface2DLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurface2DLayered) - 544usize];
    [
        "Offset of field: cudaDeviceProp::maxSurfaceCubemap",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurfaceCubemap) - 556usize];
    [
        "Offset of field: cudaDeviceProp::maxSurfaceCubemapLayered",
    ][::core::mem::offset_of!(cudaDeviceProp, maxSurfaceCubemapLayered) - 560usize];
    [
        "Offset of field: cudaDeviceProp::surfaceAlignment",
    ][::core::mem::offset_of!(cudaDeviceProp, surfaceAlignment) - 568usize];
    [
        "Offset of field: cudaDeviceProp::concurrentKernels",
    ][::core::mem::offset_of!(cudaDeviceProp, concurrentKernels) - 576usize];
    [
        "Offset of field: cudaDeviceProp::ECCEnabled",
    ][::core::mem::offset_of!(cudaDeviceProp, ECCEnabled) - 580usize];
    [
        "Offset of field: cudaDeviceProp::pciBusID",
    ][::core::mem::offset_of!(cudaDeviceProp, pciBusID) - 584usize];
    [
        "Offset of field: cudaDeviceProp::pciDeviceID",
    ][::core::mem::offset_of!(cudaDeviceProp, pciDeviceID) - 588usize];
    [
        "Offset of field: cudaDeviceProp::pciDomainID",
    ][::core::mem::offset_of!(cudaDeviceProp, pciDomainID) - 592usize];
    [
        "Offset of field: cudaDeviceProp::tccDriver",
    ][::core::mem::offset_of!(cudaDeviceProp, tccDriver) - 596usize];
    [
        "Offset of field: cudaDeviceProp::asyncEngineCount",
    ][::core::mem::offset_of!(cudaDeviceProp, asyncEngineCount) - 600usize];
    [
        "Offset of field: cudaDeviceProp::unifiedAddressing",
    ][::core::mem::offset_of!(cudaDeviceProp, unifiedAddressing) - 604usize];
    [
        "Offset of field: cudaDeviceProp::memoryClockRate",
    ][::core::mem::offset_of!(cudaDeviceProp, memoryClockRate) - 608usize];
    [
        "Offset of field: cudaDeviceProp::memoryBusWidth",
    ][::core::mem::offset_of!(cudaDeviceProp, memoryBusWidth) - 612usize];
    [
        "Offset of field: cudaDeviceProp::l2CacheSize",
    ][::core::mem::offset_of!(cudaDeviceProp, l2CacheSize) - 616usize];
    [
        "Offset of field: cudaDeviceProp::persistingL2CacheMaxSize",
    ][::core::mem::offset_of!(cudaDeviceProp, persistingL2CacheMaxSize) - 620usize];
    [
        "Offset of field: cudaDeviceProp::maxThreadsPerMultiProcessor",
    ][::core::mem::offset_of!(cudaDeviceProp, maxThreadsPerMultiProcessor) - 624usize];
    [
        "Offset of field: cudaDeviceProp::streamPrioritiesSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, streamPrioritiesSupported) - 628usize];
    [
        "Offset of field: cudaDeviceProp::globalL1CacheSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, globalL1CacheSupported) - 632usize];
    [
        "Offset of field: cudaDeviceProp::localL1CacheSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, localL1CacheSupported) - 636usize];
    [
        "Offset of field: cudaDeviceProp::sharedMemPerMultiprocessor",
    ][::core::mem::offset_of!(cudaDeviceProp, sharedMemPerMultiprocessor) - 640usize];
    [
        "Offset of field: cudaDeviceProp::regsPerMultiprocessor",
    ][::core::mem::offset_of!(cudaDeviceProp, regsPerMultiprocessor) - 648usize];
    [
        "Offset of field: cudaDeviceProp::managedMemory",
    ][::core::mem::offset_of!(cudaDeviceProp, managedMemory) - 652usize];
    [
        "Offset of field: cudaDeviceProp::isMultiGpuBoard",
    ][::core::mem::offset_of!(cudaDeviceProp, isMultiGpuBoard) - 656usize];
    [
        "Offset of field: cudaDeviceProp::multiGpuBoardGroupID",
    ][::core::mem::offset_of!(cudaDeviceProp, multiGpuBoardGroupID) - 660usize];
    [
        "Offset of field: cudaDeviceProp::hostNativeAtomicSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, hostNativeAtomicSupported) - 664usize];
    [
        "Offset of field: cudaDeviceProp::singleToDoublePrecisionPerfRatio",
    ][::core::mem::offset_of!(cudaDeviceProp, singleToDoublePrecisionPerfRatio)
        - 668usize];
    [
        "Offset of field: cudaDeviceProp::pageableMemoryAccess",
    ][::core::mem::offset_of!(cudaDeviceProp, pageableMemoryAccess) - 672usize];
    [
        "Offset of field: cudaDeviceProp::concurrentManagedAccess",
    ][::core::mem::offset_of!(cudaDeviceProp, concurrentManagedAccess) - 676usize];
    [
        "Offset of field: cudaDeviceProp::computePreemptionSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, computePreemptionSupported) - 680usize];
    [
        "Offset of field: cudaDeviceProp::canUseHostPointerForRegisteredMem",
    ][::core::mem::offset_of!(cudaDeviceProp, canUseHostPointerForRegisteredMem)
        - 684usize];
    [
        "Offset of field: cudaDeviceProp::cooperativeLaunch",
    ][::core::mem::offset_of!(cudaDeviceProp, cooperativeLaunch) - 688usize];
    [
        "Offset of field: cudaDeviceProp::cooperativeMultiDeviceLaunch",
    ][::core::mem::offset_of!(cudaDeviceProp, cooperativeMultiDeviceLaunch) - 692usize];
    [
        "Offset of field: cudaDeviceProp::sharedMemPerBlockOptin",
    ][::core::mem::offset_of!(cudaDeviceProp, sharedMemPerBlockOptin) - 696usize];
    [
        "Offset of field: cudaDeviceProp::pageableMemoryAccessUsesHostPageTables",
    ][::core::mem::offset_of!(cudaDeviceProp, pageableMemoryAccessUsesHostPageTables)
        - 704usize];
    [
        "Offset of field: cudaDeviceProp::directManagedMemAccessFromHost",
    ][::core::mem::offset_of!(cudaDeviceProp, directManagedMemAccessFromHost)
        - 708usize];
    [
        "Offset of field: cudaDeviceProp::maxBlocksPerMultiProcessor",
    ][::core::mem::offset_of!(cudaDeviceProp, maxBlocksPerMultiProcessor) - 712usize];
    [
        "Offset of field: cudaDeviceProp::accessPolicyMaxWindowSize",
    ][::core::mem::offset_of!(cudaDeviceProp, accessPolicyMaxWindowSize) - 716usize];
    [
        "Offset of field: cudaDeviceProp::reservedSharedMemPerBlock",
    ][::core::mem::offset_of!(cudaDeviceProp, reservedSharedMemPerBlock) - 720usize];
    [
        "Offset of field: cudaDeviceProp::hostRegisterSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, hostRegisterSupported) - 728usize];
    [
        "Offset of field: cudaDeviceProp::sparseCudaArraySupported",
    ][::core::mem::offset_of!(cudaDeviceProp, sparseCudaArraySupported) - 732usize];
    [
        "Offset of field: cudaDeviceProp::hostRegisterReadOnlySupported",
    ][::core::mem::offset_of!(cudaDeviceProp, hostRegisterReadOnlySupported) - 736usize];
    [
        "Offset of field: cudaDeviceProp::timelineSemaphoreInteropSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, timelineSemaphoreInteropSupported)
        - 740usize];
    [
        "Offset of field: cudaDeviceProp::memoryPoolsSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, memoryPoolsSupported) - 744usize];
    [
        "Offset of field: cudaDeviceProp::gpuDirectRDMASupported",
    ][::core::mem::offset_of!(cudaDeviceProp, gpuDirectRDMASupported) - 748usize];
    [
        "Offset of field: cudaDeviceProp::gpuDirectRDMAFlushWritesOptions",
    ][::core::mem::offset_of!(cudaDeviceProp, gpuDirectRDMAFlushWritesOptions)
        - 752usize];
    [
        "Offset of field: cudaDeviceProp::gpuDirectRDMAWritesOrdering",
    ][::core::mem::offset_of!(cudaDeviceProp, gpuDirectRDMAWritesOrdering) - 756usize];
    [
        "Offset of field: cudaDeviceProp::memoryPoolSupportedHandleTypes",
    ][::core::mem::offset_of!(cudaDeviceProp, memoryPoolSupportedHandleTypes)
        - 760usize];
    [
        "Offset of field: cudaDeviceProp::deferredMappingCudaArraySupported",
    ][::core::mem::offset_of!(cudaDeviceProp, deferredMappingCudaArraySupported)
        - 764usize];
    [
        "Offset of field: cudaDeviceProp::ipcEventSupported",
    ][::core::mem::offset_of!(cudaDeviceProp, ipcEventSupported) - 768usize];
    [
        "Offset of field: cudaDeviceProp::clusterLaunch",
    ][::core::mem::offset_of!(cudaDeviceProp, clusterLaunch) - 772usize];
    [
        "Offset of field: cudaDeviceProp::unifiedFunctionPointers",
    ][::core::mem::offset_of!(cudaDeviceProp, unifiedFunctionPointers) - 776usize];
    [
        "Offset of field: cudaDeviceProp::reserved",
    ][::core::mem::offset_of!(cudaDeviceProp, reserved) - 780usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaIpcEventHandle_st {
    pub reserved: [libc::c_char; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaIpcEventHandle_st",
    ][::core::mem::size_of::<cudaIpcEventHandle_st>() - 64usize];
    [
        "Alignment of cudaIpcEventHandle_st",
    ][::core::mem::align_of::<cudaIpcEventHandle_st>() - 1usize];
    [
        "Offset of field: cudaIpcEventHandle_st::reserved",
    ][::core::mem::offset_of!(cudaIpcEventHandle_st, reserved) - 0usize];
};
pub type cudaIpcEventHandle_t = cudaIpcEventHandle_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaIpcMemHandle_st {
    pub reserved: [libc::c_char; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaIpcMemHandle_st",
    ][::core::mem::size_of::<cudaIpcMemHandle_st>() - 64usize];
    [
        "Alignment of cudaIpcMemHandle_st",
    ][::core::mem::align_of::<cudaIpcMemHandle_st>() - 1usize];
    [
        "Offset of field: cudaIpcMemHandle_st::reserved",
    ][::core::mem::offset_of!(cudaIpcMemHandle_st, reserved) - 0usize];
};
pub type cudaIpcMemHandle_t = cudaIpcMemHandle_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaMemFabricHandle_st {
    pub reserved: [libc::c_char; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaMemFabricHandle_st",
    ][::core::mem::size_of::<cudaMemFabricHandle_st>() - 64usize];
    [
        "Alignment of cudaMemFabricHandle_st",
    ][::core::mem::align_of::<cudaMemFabricHandle_st>() - 1usize];
    [
        "Offset of field: cudaMemFabricHandle_st::reserved",
    ][::core::mem::offset_of!(cudaMemFabricHandle_st, reserved) - 0usize];
};
pub type cudaMemFabricHandle_t = cudaMemFabricHandle_st;
impl cudaExternalMemoryHandleType {
    pub const cudaExternalMemoryHandleTypeOpaqueFd: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        1,
    );
    pub const cudaExternalMemoryHandleTypeOpaqueWin32: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        2,
    );
    pub const cudaExternalMemoryHandleTypeOpaqueWin32Kmt: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        3,
    );
    pub const cudaExternalMemoryHandleTypeD3D12Heap: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        4,
    );
    pub const cudaExternalMemoryHandleTypeD3D12Resource: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        5,
    );
    pub const cudaExternalMemoryHandleTypeD3D11Resource: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        6,
    );
    pub const cudaExternalMemoryHandleTypeD3D11ResourceKmt: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        7,
    );
    pub const cudaExternalMemoryHandleTypeNvSciBuf: cudaExternalMemoryHandleType = cudaExternalMemoryHandleType(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaExternalMemoryHandleType(pub libc::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalMemoryHandleDesc {
    pub type_: cudaExternalMemoryHandleType,
    pub handle: cudaExternalMemoryHandleDesc__bindgen_ty_1,
    pub size: libc::c_ulonglong,
    pub flags: libc::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalMemoryHandleDesc__bindgen_ty_1 {
    pub fd: libc::c_int,
    pub win32: cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1,
    pub nvSciBufObject: *const libc::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut libc::c_void,
    pub name: *const libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1>()
        - 16usize];
    [
        "Alignment of cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1::handle",
    ][::core::mem::offset_of!(
        cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1, handle
    ) - 0usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1::name",
    ][::core::mem::offset_of!(
        cudaExternalMemoryHandleDesc__bindgen_ty_1__bindgen_ty_1, name
    ) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalMemoryHandleDesc__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalMemoryHandleDesc__bindgen_ty_1>() - 16usize];
    [
        "Alignment of cudaExternalMemoryHandleDesc__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalMemoryHandleDesc__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc__bindgen_ty_1::fd",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc__bindgen_ty_1, fd) - 0usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc__bindgen_ty_1::win32",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc__bindgen_ty_1, win32)
        - 0usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc__bindgen_ty_1::nvSciBufObject",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc__bindgen_ty_1, nvSciBufObject)
        - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalMemoryHandleDesc",
    ][::core::mem::size_of::<cudaExternalMemoryHandleDesc>() - 40usize];
    [
        "Alignment of cudaExternalMemoryHandleDesc",
    ][::core::mem::align_of::<cudaExternalMemoryHandleDesc>() - 8usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc::type_",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc, type_) - 0usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc::handle",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc, handle) - 8usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc::size",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc, size) - 24usize];
    [
        "Offset of field: cudaExternalMemoryHandleDesc::flags",
    ][::core::mem::offset_of!(cudaExternalMemoryHandleDesc, flags) - 32usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryBufferDesc {
    pub offset: libc::c_ulonglong,
    pub size: libc::c_ulonglong,
    pub flags: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalMemoryBufferDesc",
    ][::core::mem::size_of::<cudaExternalMemoryBufferDesc>() - 24usize];
    [
        "Alignment of cudaExternalMemoryBufferDesc",
    ][::core::mem::align_of::<cudaExternalMemoryBufferDesc>() - 8usize];
    [
        "Offset of field: cudaExternalMemoryBufferDesc::offset",
    ][::core::mem::offset_of!(cudaExternalMemoryBufferDesc, offset) - 0usize];
    [
        "Offset of field: cudaExternalMemoryBufferDesc::size",
    ][::core::mem::offset_of!(cudaExternalMemoryBufferDesc, size) - 8usize];
    [
        "Offset of field: cudaExternalMemoryBufferDesc::flags",
    ][::core::mem::offset_of!(cudaExternalMemoryBufferDesc, flags) - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalMemoryMipmappedArrayDesc {
    pub offset: libc::c_ulonglong,
    pub formatDesc: cudaChannelFormatDesc,
    pub extent: cudaExtent,
    pub flags: libc::c_uint,
    pub numLevels: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalMemoryMipmappedArrayDesc",
    ][::core::mem::size_of::<cudaExternalMemoryMipmappedArrayDesc>() - 64usize];
    [
        "Alignment of cudaExternalMemoryMipmappedArrayDesc",
    ][::core::mem::align_of::<cudaExternalMemoryMipmappedArrayDesc>() - 8usize];
    [
        "Offset of field: cudaExternalMemoryMipmappedArrayDesc::offset",
    ][::core::mem::offset_of!(cudaExternalMemoryMipmappedArrayDesc, offset) - 0usize];
    [
        "Offset of field: cudaExternalMemoryMipmappedArrayDesc::formatDesc",
    ][::core::mem::offset_of!(cudaExternalMemoryMipmappedArrayDesc, formatDesc)
        - 8usize];
    [
        "Offset of field: cudaExternalMemoryMipmappedArrayDesc::extent",
    ][::core::mem::offset_of!(cudaExternalMemoryMipmappedArrayDesc, extent) - 32usize];
    [
        "Offset of field: cudaExternalMemoryMipmappedArrayDesc::flags",
    ][::core::mem::offset_of!(cudaExternalMemoryMipmappedArrayDesc, flags) - 56usize];
    [
        "Offset of field: cudaExternalMemoryMipmappedArrayDesc::numLevels",
    ][::core::mem::offset_of!(cudaExternalMemoryMipmappedArrayDesc, numLevels)
        - 60usize];
};
impl cudaExternalSemaphoreHandleType {
    pub const cudaExternalSemaphoreHandleTypeOpaqueFd: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        1,
    );
    pub const cudaExternalSemaphoreHandleTypeOpaqueWin32: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        2,
    );
    pub const cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        3,
    );
    pub const cudaExternalSemaphoreHandleTypeD3D12Fence: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        4,
    );
    pub const cudaExternalSemaphoreHandleTypeD3D11Fence: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        5,
    );
    pub const cudaExternalSemaphoreHandleTypeNvSciSync: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        6,
    );
    pub const cudaExternalSemaphoreHandleTypeKeyedMutex: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        7,
    );
    pub const cudaExternalSemaphoreHandleTypeKeyedMutexKmt: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        8,
    );
    pub const cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        9,
    );
    pub const cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32: cudaExternalSemaphoreHandleType = cudaExternalSemaphoreHandleType(
        10,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaExternalSemaphoreHandleType(pub libc::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreHandleDesc {
    pub type_: cudaExternalSemaphoreHandleType,
    pub handle: cudaExternalSemaphoreHandleDesc__bindgen_ty_1,
    pub flags: libc::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreHandleDesc__bindgen_ty_1 {
    pub fd: libc::c_int,
    pub win32: cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSyncObj: *const libc::c_void,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1 {
    pub handle: *mut libc::c_void,
    pub name: *const libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1,
    >() - 16usize];
    [
        "Alignment of cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1::handle",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1, handle
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1::name",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreHandleDesc__bindgen_ty_1__bindgen_ty_1, name
    ) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreHandleDesc__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalSemaphoreHandleDesc__bindgen_ty_1>() - 16usize];
    [
        "Alignment of cudaExternalSemaphoreHandleDesc__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalSemaphoreHandleDesc__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc__bindgen_ty_1::fd",
    ][::core::mem::offset_of!(cudaExternalSemaphoreHandleDesc__bindgen_ty_1, fd)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc__bindgen_ty_1::win32",
    ][::core::mem::offset_of!(cudaExternalSemaphoreHandleDesc__bindgen_ty_1, win32)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc__bindgen_ty_1::nvSciSyncObj",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreHandleDesc__bindgen_ty_1, nvSciSyncObj
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreHandleDesc",
    ][::core::mem::size_of::<cudaExternalSemaphoreHandleDesc>() - 32usize];
    [
        "Alignment of cudaExternalSemaphoreHandleDesc",
    ][::core::mem::align_of::<cudaExternalSemaphoreHandleDesc>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc::type_",
    ][::core::mem::offset_of!(cudaExternalSemaphoreHandleDesc, type_) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc::handle",
    ][::core::mem::offset_of!(cudaExternalSemaphoreHandleDesc, handle) - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreHandleDesc::flags",
    ][::core::mem::offset_of!(cudaExternalSemaphoreHandleDesc, flags) - 24usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1 {
    pub params: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1,
    pub flags: libc::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1 {
    pub fence: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1 {
    pub value: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1::value",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut libc::c_void,
    pub reserved: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2::fence",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3 {
    pub key: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3::key",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1>()
        - 24usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1::fence",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1, fence)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1::nvSciSync",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1, nvSciSync
    ) - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1::keyedMutex",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams_v1__bindgen_ty_1, keyedMutex
    ) - 16usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams_v1",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalParams_v1>() - 32usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams_v1",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalParams_v1>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1::params",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams_v1, params) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams_v1::flags",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams_v1, flags) - 24usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1 {
    pub params: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1,
    pub flags: libc::c_uint,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1 {
    pub fence: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1 {
    pub value: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1::value",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut libc::c_void,
    pub reserved: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2::fence",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3 {
    pub key: libc::c_ulonglong,
    pub timeoutMs: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3,
    >() - 16usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3::key",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3::timeoutMs",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1__bindgen_ty_3, timeoutMs
    ) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1>()
        - 32usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1::fence",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1, fence)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1::nvSciSync",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1, nvSciSync
    ) - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1::keyedMutex",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams_v1__bindgen_ty_1, keyedMutex
    ) - 16usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams_v1",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitParams_v1>() - 40usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams_v1",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitParams_v1>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1::params",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams_v1, params) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams_v1::flags",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams_v1, flags) - 32usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams {
    pub params: cudaExternalSemaphoreSignalParams__bindgen_ty_1,
    pub flags: libc::c_uint,
    pub reserved: [libc::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams__bindgen_ty_1 {
    pub fence: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [libc::c_uint; 12usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1 {
    pub value: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1::value",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut libc::c_void,
    pub reserved: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2::fence",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3 {
    pub key: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3::key",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalParams__bindgen_ty_1>()
        - 72usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalParams__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1::fence",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams__bindgen_ty_1, fence)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1::nvSciSync",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams__bindgen_ty_1, nvSciSync)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1::keyedMutex",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreSignalParams__bindgen_ty_1, keyedMutex
    ) - 16usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams__bindgen_ty_1::reserved",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams__bindgen_ty_1, reserved)
        - 24usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalParams",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalParams>() - 144usize];
    [
        "Alignment of cudaExternalSemaphoreSignalParams",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalParams>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams::params",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams, params) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams::flags",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams, flags) - 72usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalParams::reserved",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalParams, reserved) - 76usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams {
    pub params: cudaExternalSemaphoreWaitParams__bindgen_ty_1,
    pub flags: libc::c_uint,
    pub reserved: [libc::c_uint; 16usize],
}
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams__bindgen_ty_1 {
    pub fence: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1,
    pub nvSciSync: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2,
    pub keyedMutex: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3,
    pub reserved: [libc::c_uint; 10usize],
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1 {
    pub value: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1::value",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_1, value
    ) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2 {
    pub fence: *mut libc::c_void,
    pub reserved: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2::fence",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2, fence
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2::reserved",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_2, reserved
    ) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3 {
    pub key: libc::c_ulonglong,
    pub timeoutMs: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::size_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3,
    >() - 16usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3",
    ][::core::mem::align_of::<
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3,
    >() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3::key",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3, key
    ) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3::timeoutMs",
    ][::core::mem::offset_of!(
        cudaExternalSemaphoreWaitParams__bindgen_ty_1__bindgen_ty_3, timeoutMs
    ) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams__bindgen_ty_1",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitParams__bindgen_ty_1>() - 72usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams__bindgen_ty_1",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitParams__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1::fence",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams__bindgen_ty_1, fence)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1::nvSciSync",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams__bindgen_ty_1, nvSciSync)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1::keyedMutex",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams__bindgen_ty_1, keyedMutex)
        - 16usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams__bindgen_ty_1::reserved",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams__bindgen_ty_1, reserved)
        - 32usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitParams",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitParams>() - 144usize];
    [
        "Alignment of cudaExternalSemaphoreWaitParams",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitParams>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams::params",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams, params) - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams::flags",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams, flags) - 72usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitParams::reserved",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitParams, reserved) - 76usize];
};
pub use self::cudaError as cudaError_t;
#[repr(C)]
#[derive(Debug)]
pub struct CUstream_st {
    _unused: [u8; 0],
}
pub type cudaStream_t = *mut CUstream_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUevent_st {
    _unused: [u8; 0],
}
pub type cudaEvent_t = *mut CUevent_st;
pub type cudaGraphicsResource_t = *mut cudaGraphicsResource;
#[repr(C)]
#[derive(Debug)]
pub struct CUexternalMemory_st {
    _unused: [u8; 0],
}
pub type cudaExternalMemory_t = *mut CUexternalMemory_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUexternalSemaphore_st {
    _unused: [u8; 0],
}
pub type cudaExternalSemaphore_t = *mut CUexternalSemaphore_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraph_st {
    _unused: [u8; 0],
}
pub type cudaGraph_t = *mut CUgraph_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphNode_st {
    _unused: [u8; 0],
}
pub type cudaGraphNode_t = *mut CUgraphNode_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUuserObject_st {
    _unused: [u8; 0],
}
pub type cudaUserObject_t = *mut CUuserObject_st;
pub type cudaGraphConditionalHandle = libc::c_ulonglong;
#[repr(C)]
#[derive(Debug)]
pub struct CUfunc_st {
    _unused: [u8; 0],
}
pub type cudaFunction_t = *mut CUfunc_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUkern_st {
    _unused: [u8; 0],
}
pub type cudaKernel_t = *mut CUkern_st;
impl cudaJitOption {
    pub const cudaJitMaxRegisters: cudaJitOption = cudaJitOption(0);
    pub const cudaJitThreadsPerBlock: cudaJitOption = cudaJitOption(1);
    pub const cudaJitWallTime: cudaJitOption = cudaJitOption(2);
    pub const cudaJitInfoLogBuffer: cudaJitOption = cudaJitOption(3);
    pub const cudaJitInfoLogBufferSizeBytes: cudaJitOption = cudaJitOption(4);
    pub const cudaJitErrorLogBuffer: cudaJitOption = cudaJitOption(5);
    pub const cudaJitErrorLogBufferSizeBytes: cudaJitOption = cudaJitOption(6);
    pub const cudaJitOptimizationLevel: cudaJitOption = cudaJitOption(7);
    pub const cudaJitFallbackStrategy: cudaJitOption = cudaJitOption(10);
    pub const cudaJitGenerateDebugInfo: cudaJitOption = cudaJitOption(11);
    pub const cudaJitLogVerbose: cudaJitOption = cudaJitOption(12);
    pub const cudaJitGenerateLineInfo: cudaJitOption = cudaJitOption(13);
    pub const cudaJitCacheMode: cudaJitOption = cudaJitOption(14);
    pub const cudaJitPositionIndependentCode: cudaJitOption = cudaJitOption(30);
    pub const cudaJitMinCtaPerSm: cudaJitOption = cudaJitOption(31);
    pub const cudaJitMaxThreadsPerBlock: cudaJitOption = cudaJitOption(32);
    pub const cudaJitOverrideDirectiveValues: cudaJitOption = cudaJitOption(33);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaJitOption(pub libc::c_uint);
impl cudaLibraryOption {
    pub const cudaLibraryHostUniversalFunctionAndDataTable: cudaLibraryOption = cudaLibraryOption(
        0,
    );
    pub const cudaLibraryBinaryIsPreserved: cudaLibraryOption = cudaLibraryOption(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaLibraryOption(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudalibraryHostUniversalFunctionAndDataTable {
    pub functionTable: *mut libc::c_void,
    pub functionWindowSize: usize,
    pub dataTable: *mut libc::c_void,
    pub dataWindowSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudalibraryHostUniversalFunctionAndDataTable",
    ][::core::mem::size_of::<cudalibraryHostUniversalFunctionAndDataTable>() - 32usize];
    [
        "Alignment of cudalibraryHostUniversalFunctionAndDataTable",
    ][::core::mem::align_of::<cudalibraryHostUniversalFunctionAndDataTable>() - 8usize];
    [
        "Offset of field: cudalibraryHostUniversalFunctionAndDataTable::functionTable",
    ][::core::mem::offset_of!(
        cudalibraryHostUniversalFunctionAndDataTable, functionTable
    ) - 0usize];
    [
        "Offset of field: cudalibraryHostUniversalFunctionAndDataTable::functionWindowSize",
    ][::core::mem::offset_of!(
        cudalibraryHostUniversalFunctionAndDataTable, functionWindowSize
    ) - 8usize];
    [
        "Offset of field: cudalibraryHostUniversalFunctionAndDataTable::dataTable",
    ][::core::mem::offset_of!(cudalibraryHostUniversalFunctionAndDataTable, dataTable)
        - 16usize];
    [
        "Offset of field: cudalibraryHostUniversalFunctionAndDataTable::dataWindowSize",
    ][::core::mem::offset_of!(
        cudalibraryHostUniversalFunctionAndDataTable, dataWindowSize
    ) - 24usize];
};
impl cudaJit_CacheMode {
    pub const cudaJitCacheOptionNone: cudaJit_CacheMode = cudaJit_CacheMode(0);
    pub const cudaJitCacheOptionCG: cudaJit_CacheMode = cudaJit_CacheMode(1);
    pub const cudaJitCacheOptionCA: cudaJit_CacheMode = cudaJit_CacheMode(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaJit_CacheMode(pub libc::c_uint);
impl cudaJit_Fallback {
    pub const cudaPreferPtx: cudaJit_Fallback = cudaJit_Fallback(0);
    pub const cudaPreferBinary: cudaJit_Fallback = cudaJit_Fallback(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaJit_Fallback(pub libc::c_uint);
#[repr(C)]
#[derive(Debug)]
pub struct CUlib_st {
    _unused: [u8; 0],
}
pub type cudaLibrary_t = *mut CUlib_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUmemPoolHandle_st {
    _unused: [u8; 0],
}
pub type cudaMemPool_t = *mut CUmemPoolHandle_st;
impl cudaCGScope {
    pub const cudaCGScopeInvalid: cudaCGScope = cudaCGScope(0);
    pub const cudaCGScopeGrid: cudaCGScope = cudaCGScope(1);
    pub const cudaCGScopeMultiGrid: cudaCGScope = cudaCGScope(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaCGScope(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchParams {
    pub func: *mut libc::c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub args: *mut *mut libc::c_void,
    pub sharedMem: usize,
    pub stream: cudaStream_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaLaunchParams"][::core::mem::size_of::<cudaLaunchParams>() - 56usize];
    [
        "Alignment of cudaLaunchParams",
    ][::core::mem::align_of::<cudaLaunchParams>() - 8usize];
    [
        "Offset of field: cudaLaunchParams::func",
    ][::core::mem::offset_of!(cudaLaunchParams, func) - 0usize];
    [
        "Offset of field: cudaLaunchParams::gridDim",
    ][::core::mem::offset_of!(cudaLaunchParams, gridDim) - 8usize];
    [
        "Offset of field: cudaLaunchParams::blockDim",
    ][::core::mem::offset_of!(cudaLaunchParams, blockDim) - 20usize];
    [
        "Offset of field: cudaLaunchParams::args",
    ][::core::mem::offset_of!(cudaLaunchParams, args) - 32usize];
    [
        "Offset of field: cudaLaunchParams::sharedMem",
    ][::core::mem::offset_of!(cudaLaunchParams, sharedMem) - 40usize];
    [
        "Offset of field: cudaLaunchParams::stream",
    ][::core::mem::offset_of!(cudaLaunchParams, stream) - 48usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaKernelNodeParams {
    pub func: *mut libc::c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub sharedMemBytes: libc::c_uint,
    pub kernelParams: *mut *mut libc::c_void,
    pub extra: *mut *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaKernelNodeParams",
    ][::core::mem::size_of::<cudaKernelNodeParams>() - 56usize];
    [
        "Alignment of cudaKernelNodeParams",
    ][::core::mem::align_of::<cudaKernelNodeParams>() - 8usize];
    [
        "Offset of field: cudaKernelNodeParams::func",
    ][::core::mem::offset_of!(cudaKernelNodeParams, func) - 0usize];
    [
        "Offset of field: cudaKernelNodeParams::gridDim",
    ][::core::mem::offset_of!(cudaKernelNodeParams, gridDim) - 8usize];
    [
        "Offset of field: cudaKernelNodeParams::blockDim",
    ][::core::mem::offset_of!(cudaKernelNodeParams, blockDim) - 20usize];
    [
        "Offset of field: cudaKernelNodeParams::sharedMemBytes",
    ][::core::mem::offset_of!(cudaKernelNodeParams, sharedMemBytes) - 32usize];
    [
        "Offset of field: cudaKernelNodeParams::kernelParams",
    ][::core::mem::offset_of!(cudaKernelNodeParams, kernelParams) - 40usize];
    [
        "Offset of field: cudaKernelNodeParams::extra",
    ][::core::mem::offset_of!(cudaKernelNodeParams, extra) - 48usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaKernelNodeParamsV2 {
    pub func: *mut libc::c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub sharedMemBytes: libc::c_uint,
    pub kernelParams: *mut *mut libc::c_void,
    pub extra: *mut *mut libc::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaKernelNodeParamsV2",
    ][::core::mem::size_of::<cudaKernelNodeParamsV2>() - 56usize];
    [
        "Alignment of cudaKernelNodeParamsV2",
    ][::core::mem::align_of::<cudaKernelNodeParamsV2>() - 8usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::func",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, func) - 0usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::gridDim",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, gridDim) - 8usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::blockDim",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, blockDim) - 20usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::sharedMemBytes",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, sharedMemBytes) - 32usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::kernelParams",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, kernelParams) - 40usize];
    [
        "Offset of field: cudaKernelNodeParamsV2::extra",
    ][::core::mem::offset_of!(cudaKernelNodeParamsV2, extra) - 48usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalNodeParams {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreSignalParams,
    pub numExtSems: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalNodeParams",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalNodeParams>() - 24usize];
    [
        "Alignment of cudaExternalSemaphoreSignalNodeParams",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalNodeParams>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParams::extSemArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParams, extSemArray)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParams::paramsArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParams, paramsArray)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParams::numExtSems",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParams, numExtSems)
        - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreSignalNodeParamsV2 {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreSignalParams,
    pub numExtSems: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreSignalNodeParamsV2",
    ][::core::mem::size_of::<cudaExternalSemaphoreSignalNodeParamsV2>() - 24usize];
    [
        "Alignment of cudaExternalSemaphoreSignalNodeParamsV2",
    ][::core::mem::align_of::<cudaExternalSemaphoreSignalNodeParamsV2>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParamsV2::extSemArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParamsV2, extSemArray)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParamsV2::paramsArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParamsV2, paramsArray)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreSignalNodeParamsV2::numExtSems",
    ][::core::mem::offset_of!(cudaExternalSemaphoreSignalNodeParamsV2, numExtSems)
        - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitNodeParams {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreWaitParams,
    pub numExtSems: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitNodeParams",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitNodeParams>() - 24usize];
    [
        "Alignment of cudaExternalSemaphoreWaitNodeParams",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitNodeParams>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParams::extSemArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParams, extSemArray)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParams::paramsArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParams, paramsArray)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParams::numExtSems",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParams, numExtSems)
        - 16usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaExternalSemaphoreWaitNodeParamsV2 {
    pub extSemArray: *mut cudaExternalSemaphore_t,
    pub paramsArray: *const cudaExternalSemaphoreWaitParams,
    pub numExtSems: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaExternalSemaphoreWaitNodeParamsV2",
    ][::core::mem::size_of::<cudaExternalSemaphoreWaitNodeParamsV2>() - 24usize];
    [
        "Alignment of cudaExternalSemaphoreWaitNodeParamsV2",
    ][::core::mem::align_of::<cudaExternalSemaphoreWaitNodeParamsV2>() - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParamsV2::extSemArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParamsV2, extSemArray)
        - 0usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParamsV2::paramsArray",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParamsV2, paramsArray)
        - 8usize];
    [
        "Offset of field: cudaExternalSemaphoreWaitNodeParamsV2::numExtSems",
    ][::core::mem::offset_of!(cudaExternalSemaphoreWaitNodeParamsV2, numExtSems)
        - 16usize];
};
impl cudaGraphConditionalHandleFlags {
    pub const cudaGraphCondAssignDefault: cudaGraphConditionalHandleFlags = cudaGraphConditionalHandleFlags(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphConditionalHandleFlags(pub libc::c_uint);
impl cudaGraphConditionalNodeType {
    pub const cudaGraphCondTypeIf: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        0,
    );
    pub const cudaGraphCondTypeWhile: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        1,
    );
    pub const cudaGraphCondTypeSwitch: cudaGraphConditionalNodeType = cudaGraphConditionalNodeType(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphConditionalNodeType(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaConditionalNodeParams {
    pub handle: cudaGraphConditionalHandle,
    pub type_: cudaGraphConditionalNodeType,
    pub size: libc::c_uint,
    pub phGraph_out: *mut cudaGraph_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaConditionalNodeParams",
    ][::core::mem::size_of::<cudaConditionalNodeParams>() - 24usize];
    [
        "Alignment of cudaConditionalNodeParams",
    ][::core::mem::align_of::<cudaConditionalNodeParams>() - 8usize];
    [
        "Offset of field: cudaConditionalNodeParams::handle",
    ][::core::mem::offset_of!(cudaConditionalNodeParams, handle) - 0usize];
    [
        "Offset of field: cudaConditionalNodeParams::type_",
    ][::core::mem::offset_of!(cudaConditionalNodeParams, type_) - 8usize];
    [
        "Offset of field: cudaConditionalNodeParams::size",
    ][::core::mem::offset_of!(cudaConditionalNodeParams, size) - 12usize];
    [
        "Offset of field: cudaConditionalNodeParams::phGraph_out",
    ][::core::mem::offset_of!(cudaConditionalNodeParams, phGraph_out) - 16usize];
};
impl cudaGraphNodeType {
    pub const cudaGraphNodeTypeKernel: cudaGraphNodeType = cudaGraphNodeType(0);
    pub const cudaGraphNodeTypeMemcpy: cudaGraphNodeType = cudaGraphNodeType(1);
    pub const cudaGraphNodeTypeMemset: cudaGraphNodeType = cudaGraphNodeType(2);
    pub const cudaGraphNodeTypeHost: cudaGraphNodeType = cudaGraphNodeType(3);
    pub const cudaGraphNodeTypeGraph: cudaGraphNodeType = cudaGraphNodeType(4);
    pub const cudaGraphNodeTypeEmpty: cudaGraphNodeType = cudaGraphNodeType(5);
    pub const cudaGraphNodeTypeWaitEvent: cudaGraphNodeType = cudaGraphNodeType(6);
    pub const cudaGraphNodeTypeEventRecord: cudaGraphNodeType = cudaGraphNodeType(7);
    pub const cudaGraphNodeTypeExtSemaphoreSignal: cudaGraphNodeType = cudaGraphNodeType(
        8,
    );
    pub const cudaGraphNodeTypeExtSemaphoreWait: cudaGraphNodeType = cudaGraphNodeType(
        9,
    );
    pub const cudaGraphNodeTypeMemAlloc: cudaGraphNodeType = cudaGraphNodeType(10);
    pub const cudaGraphNodeTypeMemFree: cudaGraphNodeType = cudaGraphNodeType(11);
    pub const cudaGraphNodeTypeConditional: cudaGraphNodeType = cudaGraphNodeType(13);
    pub const cudaGraphNodeTypeCount: cudaGraphNodeType = cudaGraphNodeType(14);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphNodeType(pub libc::c_uint);
impl cudaGraphChildGraphNodeOwnership {
    pub const cudaGraphChildGraphOwnershipClone: cudaGraphChildGraphNodeOwnership = cudaGraphChildGraphNodeOwnership(
        0,
    );
    pub const cudaGraphChildGraphOwnershipMove: cudaGraphChildGraphNodeOwnership = cudaGraphChildGraphNodeOwnership(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphChildGraphNodeOwnership(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaChildGraphNodeParams {
    pub graph: cudaGraph_t,
    pub ownership: cudaGraphChildGraphNodeOwnership,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaChildGraphNodeParams",
    ][::core::mem::size_of::<cudaChildGraphNodeParams>() - 16usize];
    [
        "Alignment of cudaChildGraphNodeParams",
    ][::core::mem::align_of::<cudaChildGraphNodeParams>() - 8usize];
    [
        "Offset of field: cudaChildGraphNodeParams::graph",
    ][::core::mem::offset_of!(cudaChildGraphNodeParams, graph) - 0usize];
    [
        "Offset of field: cudaChildGraphNodeParams::ownership",
    ][::core::mem::offset_of!(cudaChildGraphNodeParams, ownership) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaEventRecordNodeParams {
    pub event: cudaEvent_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaEventRecordNodeParams",
    ][::core::mem::size_of::<cudaEventRecordNodeParams>() - 8usize];
    [
        "Alignment of cudaEventRecordNodeParams",
    ][::core::mem::align_of::<cudaEventRecordNodeParams>() - 8usize];
    [
        "Offset of field: cudaEventRecordNodeParams::event",
    ][::core::mem::offset_of!(cudaEventRecordNodeParams, event) - 0usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaEventWaitNodeParams {
    pub event: cudaEvent_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaEventWaitNodeParams",
    ][::core::mem::size_of::<cudaEventWaitNodeParams>() - 8usize];
    [
        "Alignment of cudaEventWaitNodeParams",
    ][::core::mem::align_of::<cudaEventWaitNodeParams>() - 8usize];
    [
        "Offset of field: cudaEventWaitNodeParams::event",
    ][::core::mem::offset_of!(cudaEventWaitNodeParams, event) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaGraphNodeParams {
    pub type_: cudaGraphNodeType,
    pub reserved0: [libc::c_int; 3usize],
    pub __bindgen_anon_1: cudaGraphNodeParams__bindgen_ty_1,
    pub reserved2: libc::c_longlong,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaGraphNodeParams__bindgen_ty_1 {
    pub reserved1: [libc::c_longlong; 29usize],
    pub kernel: cudaKernelNodeParamsV2,
    pub memcpy: cudaMemcpyNodeParams,
    pub memset: cudaMemsetParamsV2,
    pub host: cudaHostNodeParamsV2,
    pub graph: cudaChildGraphNodeParams,
    pub eventWait: cudaEventWaitNodeParams,
    pub eventRecord: cudaEventRecordNodeParams,
    pub extSemSignal: cudaExternalSemaphoreSignalNodeParamsV2,
    pub extSemWait: cudaExternalSemaphoreWaitNodeParamsV2,
    pub alloc: cudaMemAllocNodeParamsV2,
    pub free: cudaMemFreeNodeParams,
    pub conditional: cudaConditionalNodeParams,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphNodeParams__bindgen_ty_1",
    ][::core::mem::size_of::<cudaGraphNodeParams__bindgen_ty_1>() - 232usize];
    [
        "Alignment of cudaGraphNodeParams__bindgen_ty_1",
    ][::core::mem::align_of::<cudaGraphNodeParams__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::reserved1",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, reserved1) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::kernel",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, kernel) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::memcpy",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, memcpy) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::memset",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, memset) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::host",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, host) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::graph",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, graph) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::eventWait",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, eventWait) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::eventRecord",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, eventRecord) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::extSemSignal",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, extSemSignal) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::extSemWait",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, extSemWait) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::alloc",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, alloc) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::free",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, free) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams__bindgen_ty_1::conditional",
    ][::core::mem::offset_of!(cudaGraphNodeParams__bindgen_ty_1, conditional) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphNodeParams",
    ][::core::mem::size_of::<cudaGraphNodeParams>() - 256usize];
    [
        "Alignment of cudaGraphNodeParams",
    ][::core::mem::align_of::<cudaGraphNodeParams>() - 8usize];
    [
        "Offset of field: cudaGraphNodeParams::type_",
    ][::core::mem::offset_of!(cudaGraphNodeParams, type_) - 0usize];
    [
        "Offset of field: cudaGraphNodeParams::reserved0",
    ][::core::mem::offset_of!(cudaGraphNodeParams, reserved0) - 4usize];
    [
        "Offset of field: cudaGraphNodeParams::reserved2",
    ][::core::mem::offset_of!(cudaGraphNodeParams, reserved2) - 248usize];
};
impl cudaGraphDependencyType_enum {
    pub const cudaGraphDependencyTypeDefault: cudaGraphDependencyType_enum = cudaGraphDependencyType_enum(
        0,
    );
    pub const cudaGraphDependencyTypeProgrammatic: cudaGraphDependencyType_enum = cudaGraphDependencyType_enum(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphDependencyType_enum(pub libc::c_uint);
pub use self::cudaGraphDependencyType_enum as cudaGraphDependencyType;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphEdgeData_st {
    pub from_port: libc::c_uchar,
    pub to_port: libc::c_uchar,
    pub type_: libc::c_uchar,
    pub reserved: [libc::c_uchar; 5usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphEdgeData_st",
    ][::core::mem::size_of::<cudaGraphEdgeData_st>() - 8usize];
    [
        "Alignment of cudaGraphEdgeData_st",
    ][::core::mem::align_of::<cudaGraphEdgeData_st>() - 1usize];
    [
        "Offset of field: cudaGraphEdgeData_st::from_port",
    ][::core::mem::offset_of!(cudaGraphEdgeData_st, from_port) - 0usize];
    [
        "Offset of field: cudaGraphEdgeData_st::to_port",
    ][::core::mem::offset_of!(cudaGraphEdgeData_st, to_port) - 1usize];
    [
        "Offset of field: cudaGraphEdgeData_st::type_",
    ][::core::mem::offset_of!(cudaGraphEdgeData_st, type_) - 2usize];
    [
        "Offset of field: cudaGraphEdgeData_st::reserved",
    ][::core::mem::offset_of!(cudaGraphEdgeData_st, reserved) - 3usize];
};
pub type cudaGraphEdgeData = cudaGraphEdgeData_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphExec_st {
    _unused: [u8; 0],
}
pub type cudaGraphExec_t = *mut CUgraphExec_st;
impl cudaGraphExecUpdateResult {
    pub const cudaGraphExecUpdateSuccess: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        0,
    );
    pub const cudaGraphExecUpdateError: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        1,
    );
    pub const cudaGraphExecUpdateErrorTopologyChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        2,
    );
    pub const cudaGraphExecUpdateErrorNodeTypeChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        3,
    );
    pub const cudaGraphExecUpdateErrorFunctionChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        4,
    );
    pub const cudaGraphExecUpdateErrorParametersChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        5,
    );
    pub const cudaGraphExecUpdateErrorNotSupported: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        6,
    );
    pub const cudaGraphExecUpdateErrorUnsupportedFunctionChange: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        7,
    );
    pub const cudaGraphExecUpdateErrorAttributesChanged: cudaGraphExecUpdateResult = cudaGraphExecUpdateResult(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphExecUpdateResult(pub libc::c_uint);
impl cudaGraphInstantiateResult {
    pub const cudaGraphInstantiateSuccess: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        0,
    );
    pub const cudaGraphInstantiateError: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        1,
    );
    pub const cudaGraphInstantiateInvalidStructure: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        2,
    );
    pub const cudaGraphInstantiateNodeOperationNotSupported: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        3,
    );
    pub const cudaGraphInstantiateMultipleDevicesNotSupported: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        4,
    );
    pub const cudaGraphInstantiateConditionalHandleUnused: cudaGraphInstantiateResult = cudaGraphInstantiateResult(
        5,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphInstantiateResult(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphInstantiateParams_st {
    pub flags: libc::c_ulonglong,
    pub uploadStream: cudaStream_t,
    pub errNode_out: cudaGraphNode_t,
    pub result_out: cudaGraphInstantiateResult,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphInstantiateParams_st",
    ][::core::mem::size_of::<cudaGraphInstantiateParams_st>() - 32usize];
    [
        "Alignment of cudaGraphInstantiateParams_st",
    ][::core::mem::align_of::<cudaGraphInstantiateParams_st>() - 8usize];
    [
        "Offset of field: cudaGraphInstantiateParams_st::flags",
    ][::core::mem::offset_of!(cudaGraphInstantiateParams_st, flags) - 0usize];
    [
        "Offset of field: cudaGraphInstantiateParams_st::uploadStream",
    ][::core::mem::offset_of!(cudaGraphInstantiateParams_st, uploadStream) - 8usize];
    [
        "Offset of field: cudaGraphInstantiateParams_st::errNode_out",
    ][::core::mem::offset_of!(cudaGraphInstantiateParams_st, errNode_out) - 16usize];
    [
        "Offset of field: cudaGraphInstantiateParams_st::result_out",
    ][::core::mem::offset_of!(cudaGraphInstantiateParams_st, result_out) - 24usize];
};
pub type cudaGraphInstantiateParams = cudaGraphInstantiateParams_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphExecUpdateResultInfo_st {
    pub result: cudaGraphExecUpdateResult,
    pub errorNode: cudaGraphNode_t,
    pub errorFromNode: cudaGraphNode_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphExecUpdateResultInfo_st",
    ][::core::mem::size_of::<cudaGraphExecUpdateResultInfo_st>() - 24usize];
    [
        "Alignment of cudaGraphExecUpdateResultInfo_st",
    ][::core::mem::align_of::<cudaGraphExecUpdateResultInfo_st>() - 8usize];
    [
        "Offset of field: cudaGraphExecUpdateResultInfo_st::result",
    ][::core::mem::offset_of!(cudaGraphExecUpdateResultInfo_st, result) - 0usize];
    [
        "Offset of field: cudaGraphExecUpdateResultInfo_st::errorNode",
    ][::core::mem::offset_of!(cudaGraphExecUpdateResultInfo_st, errorNode) - 8usize];
    [
        "Offset of field: cudaGraphExecUpdateResultInfo_st::errorFromNode",
    ][::core::mem::offset_of!(cudaGraphExecUpdateResultInfo_st, errorFromNode)
        - 16usize];
};
pub type cudaGraphExecUpdateResultInfo = cudaGraphExecUpdateResultInfo_st;
#[repr(C)]
#[derive(Debug)]
pub struct CUgraphDeviceUpdatableNode_st {
    _unused: [u8; 0],
}
pub type cudaGraphDeviceNode_t = *mut CUgraphDeviceUpdatableNode_st;
impl cudaGraphKernelNodeField {
    pub const cudaGraphKernelNodeFieldInvalid: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        0,
    );
    pub const cudaGraphKernelNodeFieldGridDim: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        1,
    );
    pub const cudaGraphKernelNodeFieldParam: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        2,
    );
    pub const cudaGraphKernelNodeFieldEnabled: cudaGraphKernelNodeField = cudaGraphKernelNodeField(
        3,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphKernelNodeField(pub libc::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaGraphKernelNodeUpdate {
    pub node: cudaGraphDeviceNode_t,
    pub field: cudaGraphKernelNodeField,
    pub updateData: cudaGraphKernelNodeUpdate__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaGraphKernelNodeUpdate__bindgen_ty_1 {
    pub gridDim: dim3,
    pub param: cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1,
    pub isEnabled: libc::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1 {
    pub pValue: *const libc::c_void,
    pub offset: usize,
    pub size: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1>()
        - 24usize];
    [
        "Alignment of cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1::pValue",
    ][::core::mem::offset_of!(
        cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1, pValue
    ) - 0usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1::offset",
    ][::core::mem::offset_of!(
        cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1, offset
    ) - 8usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1::size",
    ][::core::mem::offset_of!(
        cudaGraphKernelNodeUpdate__bindgen_ty_1__bindgen_ty_1, size
    ) - 16usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphKernelNodeUpdate__bindgen_ty_1",
    ][::core::mem::size_of::<cudaGraphKernelNodeUpdate__bindgen_ty_1>() - 24usize];
    [
        "Alignment of cudaGraphKernelNodeUpdate__bindgen_ty_1",
    ][::core::mem::align_of::<cudaGraphKernelNodeUpdate__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1::gridDim",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate__bindgen_ty_1, gridDim)
        - 0usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1::param",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate__bindgen_ty_1, param) - 0usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate__bindgen_ty_1::isEnabled",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate__bindgen_ty_1, isEnabled)
        - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaGraphKernelNodeUpdate",
    ][::core::mem::size_of::<cudaGraphKernelNodeUpdate>() - 40usize];
    [
        "Alignment of cudaGraphKernelNodeUpdate",
    ][::core::mem::align_of::<cudaGraphKernelNodeUpdate>() - 8usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate::node",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate, node) - 0usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate::field",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate, field) - 8usize];
    [
        "Offset of field: cudaGraphKernelNodeUpdate::updateData",
    ][::core::mem::offset_of!(cudaGraphKernelNodeUpdate, updateData) - 16usize];
};
impl cudaGetDriverEntryPointFlags {
    pub const cudaEnableDefault: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        0,
    );
    pub const cudaEnableLegacyStream: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        1,
    );
    pub const cudaEnablePerThreadDefaultStream: cudaGetDriverEntryPointFlags = cudaGetDriverEntryPointFlags(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGetDriverEntryPointFlags(pub libc::c_uint);
impl cudaDriverEntryPointQueryResult {
    pub const cudaDriverEntryPointSuccess: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        0,
    );
    pub const cudaDriverEntryPointSymbolNotFound: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        1,
    );
    pub const cudaDriverEntryPointVersionNotSufficent: cudaDriverEntryPointQueryResult = cudaDriverEntryPointQueryResult(
        2,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaDriverEntryPointQueryResult(pub libc::c_uint);
impl cudaGraphDebugDotFlags {
    pub const cudaGraphDebugDotFlagsVerbose: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        1,
    );
    pub const cudaGraphDebugDotFlagsKernelNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        4,
    );
    pub const cudaGraphDebugDotFlagsMemcpyNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        8,
    );
    pub const cudaGraphDebugDotFlagsMemsetNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        16,
    );
    pub const cudaGraphDebugDotFlagsHostNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        32,
    );
    pub const cudaGraphDebugDotFlagsEventNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        64,
    );
    pub const cudaGraphDebugDotFlagsExtSemasSignalNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        128,
    );
    pub const cudaGraphDebugDotFlagsExtSemasWaitNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        256,
    );
    pub const cudaGraphDebugDotFlagsKernelNodeAttributes: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        512,
    );
    pub const cudaGraphDebugDotFlagsHandles: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        1024,
    );
    pub const cudaGraphDebugDotFlagsConditionalNodeParams: cudaGraphDebugDotFlags = cudaGraphDebugDotFlags(
        32768,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphDebugDotFlags(pub libc::c_uint);
impl cudaGraphInstantiateFlags {
    pub const cudaGraphInstantiateFlagAutoFreeOnLaunch: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        1,
    );
    pub const cudaGraphInstantiateFlagUpload: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        2,
    );
    pub const cudaGraphInstantiateFlagDeviceLaunch: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        4,
    );
    pub const cudaGraphInstantiateFlagUseNodePriority: cudaGraphInstantiateFlags = cudaGraphInstantiateFlags(
        8,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaGraphInstantiateFlags(pub libc::c_uint);
impl cudaLaunchMemSyncDomain {
    pub const cudaLaunchMemSyncDomainDefault: cudaLaunchMemSyncDomain = cudaLaunchMemSyncDomain(
        0,
    );
    pub const cudaLaunchMemSyncDomainRemote: cudaLaunchMemSyncDomain = cudaLaunchMemSyncDomain(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaLaunchMemSyncDomain(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchMemSyncDomainMap_st {
    pub default_: libc::c_uchar,
    pub remote: libc::c_uchar,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchMemSyncDomainMap_st",
    ][::core::mem::size_of::<cudaLaunchMemSyncDomainMap_st>() - 2usize];
    [
        "Alignment of cudaLaunchMemSyncDomainMap_st",
    ][::core::mem::align_of::<cudaLaunchMemSyncDomainMap_st>() - 1usize];
    [
        "Offset of field: cudaLaunchMemSyncDomainMap_st::default_",
    ][::core::mem::offset_of!(cudaLaunchMemSyncDomainMap_st, default_) - 0usize];
    [
        "Offset of field: cudaLaunchMemSyncDomainMap_st::remote",
    ][::core::mem::offset_of!(cudaLaunchMemSyncDomainMap_st, remote) - 1usize];
};
pub type cudaLaunchMemSyncDomainMap = cudaLaunchMemSyncDomainMap_st;
impl cudaLaunchAttributeID {
    pub const cudaLaunchAttributeIgnore: cudaLaunchAttributeID = cudaLaunchAttributeID(
        0,
    );
    pub const cudaLaunchAttributeAccessPolicyWindow: cudaLaunchAttributeID = cudaLaunchAttributeID(
        1,
    );
    pub const cudaLaunchAttributeCooperative: cudaLaunchAttributeID = cudaLaunchAttributeID(
        2,
    );
    pub const cudaLaunchAttributeSynchronizationPolicy: cudaLaunchAttributeID = cudaLaunchAttributeID(
        3,
    );
    pub const cudaLaunchAttributeClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID(
        4,
    );
    pub const cudaLaunchAttributeClusterSchedulingPolicyPreference: cudaLaunchAttributeID = cudaLaunchAttributeID(
        5,
    );
    pub const cudaLaunchAttributeProgrammaticStreamSerialization: cudaLaunchAttributeID = cudaLaunchAttributeID(
        6,
    );
    pub const cudaLaunchAttributeProgrammaticEvent: cudaLaunchAttributeID = cudaLaunchAttributeID(
        7,
    );
    pub const cudaLaunchAttributePriority: cudaLaunchAttributeID = cudaLaunchAttributeID(
        8,
    );
    pub const cudaLaunchAttributeMemSyncDomainMap: cudaLaunchAttributeID = cudaLaunchAttributeID(
        9,
    );
    pub const cudaLaunchAttributeMemSyncDomain: cudaLaunchAttributeID = cudaLaunchAttributeID(
        10,
    );
    pub const cudaLaunchAttributePreferredClusterDimension: cudaLaunchAttributeID = cudaLaunchAttributeID(
        11,
    );
    pub const cudaLaunchAttributeLaunchCompletionEvent: cudaLaunchAttributeID = cudaLaunchAttributeID(
        12,
    );
    pub const cudaLaunchAttributeDeviceUpdatableKernelNode: cudaLaunchAttributeID = cudaLaunchAttributeID(
        13,
    );
    pub const cudaLaunchAttributePreferredSharedMemoryCarveout: cudaLaunchAttributeID = cudaLaunchAttributeID(
        14,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaLaunchAttributeID(pub libc::c_uint);
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaLaunchAttributeValue {
    pub pad: [libc::c_char; 64usize],
    pub accessPolicyWindow: cudaAccessPolicyWindow,
    pub cooperative: libc::c_int,
    pub syncPolicy: cudaSynchronizationPolicy,
    pub clusterDim: cudaLaunchAttributeValue__bindgen_ty_1,
    pub clusterSchedulingPolicyPreference: cudaClusterSchedulingPolicy,
    pub programmaticStreamSerializationAllowed: libc::c_int,
    pub programmaticEvent: cudaLaunchAttributeValue__bindgen_ty_2,
    pub priority: libc::c_int,
    pub memSyncDomainMap: cudaLaunchMemSyncDomainMap,
    pub memSyncDomain: cudaLaunchMemSyncDomain,
    pub preferredClusterDim: cudaLaunchAttributeValue__bindgen_ty_3,
    pub launchCompletionEvent: cudaLaunchAttributeValue__bindgen_ty_4,
    pub deviceUpdatableKernelNode: cudaLaunchAttributeValue__bindgen_ty_5,
    pub sharedMemCarveout: libc::c_uint,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue__bindgen_ty_1 {
    pub x: libc::c_uint,
    pub y: libc::c_uint,
    pub z: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue__bindgen_ty_1",
    ][::core::mem::size_of::<cudaLaunchAttributeValue__bindgen_ty_1>() - 12usize];
    [
        "Alignment of cudaLaunchAttributeValue__bindgen_ty_1",
    ][::core::mem::align_of::<cudaLaunchAttributeValue__bindgen_ty_1>() - 4usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_1::x",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_1, x) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_1::y",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_1, y) - 4usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_1::z",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_1, z) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue__bindgen_ty_2 {
    pub event: cudaEvent_t,
    pub flags: libc::c_int,
    pub triggerAtBlockStart: libc::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue__bindgen_ty_2",
    ][::core::mem::size_of::<cudaLaunchAttributeValue__bindgen_ty_2>() - 16usize];
    [
        "Alignment of cudaLaunchAttributeValue__bindgen_ty_2",
    ][::core::mem::align_of::<cudaLaunchAttributeValue__bindgen_ty_2>() - 8usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_2::event",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_2, event) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_2::flags",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_2, flags) - 8usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_2::triggerAtBlockStart",
    ][::core::mem::offset_of!(
        cudaLaunchAttributeValue__bindgen_ty_2, triggerAtBlockStart
    ) - 12usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue__bindgen_ty_3 {
    pub x: libc::c_uint,
    pub y: libc::c_uint,
    pub z: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue__bindgen_ty_3",
    ][::core::mem::size_of::<cudaLaunchAttributeValue__bindgen_ty_3>() - 12usize];
    [
        "Alignment of cudaLaunchAttributeValue__bindgen_ty_3",
    ][::core::mem::align_of::<cudaLaunchAttributeValue__bindgen_ty_3>() - 4usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_3::x",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_3, x) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_3::y",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_3, y) - 4usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_3::z",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_3, z) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue__bindgen_ty_4 {
    pub event: cudaEvent_t,
    pub flags: libc::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue__bindgen_ty_4",
    ][::core::mem::size_of::<cudaLaunchAttributeValue__bindgen_ty_4>() - 16usize];
    [
        "Alignment of cudaLaunchAttributeValue__bindgen_ty_4",
    ][::core::mem::align_of::<cudaLaunchAttributeValue__bindgen_ty_4>() - 8usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_4::event",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_4, event) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_4::flags",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_4, flags) - 8usize];
};
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchAttributeValue__bindgen_ty_5 {
    pub deviceUpdatable: libc::c_int,
    pub devNode: cudaGraphDeviceNode_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue__bindgen_ty_5",
    ][::core::mem::size_of::<cudaLaunchAttributeValue__bindgen_ty_5>() - 16usize];
    [
        "Alignment of cudaLaunchAttributeValue__bindgen_ty_5",
    ][::core::mem::align_of::<cudaLaunchAttributeValue__bindgen_ty_5>() - 8usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_5::deviceUpdatable",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_5, deviceUpdatable)
        - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue__bindgen_ty_5::devNode",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue__bindgen_ty_5, devNode) - 8usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttributeValue",
    ][::core::mem::size_of::<cudaLaunchAttributeValue>() - 64usize];
    [
        "Alignment of cudaLaunchAttributeValue",
    ][::core::mem::align_of::<cudaLaunchAttributeValue>() - 8usize];
    [
        "Offset of field: cudaLaunchAttributeValue::pad",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, pad) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::accessPolicyWindow",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, accessPolicyWindow) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::cooperative",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, cooperative) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::syncPolicy",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, syncPolicy) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::clusterDim",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, clusterDim) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::clusterSchedulingPolicyPreference",
    ][::core::mem::offset_of!(
        cudaLaunchAttributeValue, clusterSchedulingPolicyPreference
    ) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::programmaticStreamSerializationAllowed",
    ][::core::mem::offset_of!(
        cudaLaunchAttributeValue, programmaticStreamSerializationAllowed
    ) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::programmaticEvent",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, programmaticEvent) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::priority",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, priority) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::memSyncDomainMap",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, memSyncDomainMap) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::memSyncDomain",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, memSyncDomain) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::preferredClusterDim",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, preferredClusterDim) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::launchCompletionEvent",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, launchCompletionEvent) - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::deviceUpdatableKernelNode",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, deviceUpdatableKernelNode)
        - 0usize];
    [
        "Offset of field: cudaLaunchAttributeValue::sharedMemCarveout",
    ][::core::mem::offset_of!(cudaLaunchAttributeValue, sharedMemCarveout) - 0usize];
};
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaLaunchAttribute_st {
    pub id: cudaLaunchAttributeID,
    pub pad: [libc::c_char; 4usize],
    pub val: cudaLaunchAttributeValue,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchAttribute_st",
    ][::core::mem::size_of::<cudaLaunchAttribute_st>() - 72usize];
    [
        "Alignment of cudaLaunchAttribute_st",
    ][::core::mem::align_of::<cudaLaunchAttribute_st>() - 8usize];
    [
        "Offset of field: cudaLaunchAttribute_st::id",
    ][::core::mem::offset_of!(cudaLaunchAttribute_st, id) - 0usize];
    [
        "Offset of field: cudaLaunchAttribute_st::pad",
    ][::core::mem::offset_of!(cudaLaunchAttribute_st, pad) - 4usize];
    [
        "Offset of field: cudaLaunchAttribute_st::val",
    ][::core::mem::offset_of!(cudaLaunchAttribute_st, val) - 8usize];
};
pub type cudaLaunchAttribute = cudaLaunchAttribute_st;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaLaunchConfig_st {
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub dynamicSmemBytes: usize,
    pub stream: cudaStream_t,
    pub attrs: *mut cudaLaunchAttribute,
    pub numAttrs: libc::c_uint,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaLaunchConfig_st",
    ][::core::mem::size_of::<cudaLaunchConfig_st>() - 56usize];
    [
        "Alignment of cudaLaunchConfig_st",
    ][::core::mem::align_of::<cudaLaunchConfig_st>() - 8usize];
    [
        "Offset of field: cudaLaunchConfig_st::gridDim",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, gridDim) - 0usize];
    [
        "Offset of field: cudaLaunchConfig_st::blockDim",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, blockDim) - 12usize];
    [
        "Offset of field: cudaLaunchConfig_st::dynamicSmemBytes",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, dynamicSmemBytes) - 24usize];
    [
        "Offset of field: cudaLaunchConfig_st::stream",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, stream) - 32usize];
    [
        "Offset of field: cudaLaunchConfig_st::attrs",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, attrs) - 40usize];
    [
        "Offset of field: cudaLaunchConfig_st::numAttrs",
    ][::core::mem::offset_of!(cudaLaunchConfig_st, numAttrs) - 48usize];
};
pub type cudaLaunchConfig_t = cudaLaunchConfig_st;
impl cudaDeviceNumaConfig {
    pub const cudaDeviceNumaConfigNone: cudaDeviceNumaConfig = cudaDeviceNumaConfig(0);
    pub const cudaDeviceNumaConfigNumaNode: cudaDeviceNumaConfig = cudaDeviceNumaConfig(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaDeviceNumaConfig(pub libc::c_uint);
#[repr(C)]
#[derive(Debug)]
pub struct cudaAsyncCallbackEntry {
    _unused: [u8; 0],
}
pub type cudaAsyncCallbackHandle_t = *mut cudaAsyncCallbackEntry;
impl cudaAsyncNotificationType_enum {
    pub const cudaAsyncNotificationTypeOverBudget: cudaAsyncNotificationType_enum = cudaAsyncNotificationType_enum(
        1,
    );
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaAsyncNotificationType_enum(pub libc::c_uint);
pub use self::cudaAsyncNotificationType_enum as cudaAsyncNotificationType;
#[repr(C)]
#[derive(Copy, Clone)]
pub struct cudaAsyncNotificationInfo {
    pub type_: cudaAsyncNotificationType,
    pub info: cudaAsyncNotificationInfo__bindgen_ty_1,
}
#[repr(C)]
#[derive(Copy, Clone)]
pub union cudaAsyncNotificationInfo__bindgen_ty_1 {
    pub overBudget: cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1,
}
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1 {
    pub bytesOverBudget: libc::c_ulonglong,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::size_of::<cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Alignment of cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1",
    ][::core::mem::align_of::<cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1>()
        - 8usize];
    [
        "Offset of field: cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1::bytesOverBudget",
    ][::core::mem::offset_of!(
        cudaAsyncNotificationInfo__bindgen_ty_1__bindgen_ty_1, bytesOverBudget
    ) - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaAsyncNotificationInfo__bindgen_ty_1",
    ][::core::mem::size_of::<cudaAsyncNotificationInfo__bindgen_ty_1>() - 8usize];
    [
        "Alignment of cudaAsyncNotificationInfo__bindgen_ty_1",
    ][::core::mem::align_of::<cudaAsyncNotificationInfo__bindgen_ty_1>() - 8usize];
    [
        "Offset of field: cudaAsyncNotificationInfo__bindgen_ty_1::overBudget",
    ][::core::mem::offset_of!(cudaAsyncNotificationInfo__bindgen_ty_1, overBudget)
        - 0usize];
};
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of cudaAsyncNotificationInfo",
    ][::core::mem::size_of::<cudaAsyncNotificationInfo>() - 16usize];
    [
        "Alignment of cudaAsyncNotificationInfo",
    ][::core::mem::align_of::<cudaAsyncNotificationInfo>() - 8usize];
    [
        "Offset of field: cudaAsyncNotificationInfo::type_",
    ][::core::mem::offset_of!(cudaAsyncNotificationInfo, type_) - 0usize];
    [
        "Offset of field: cudaAsyncNotificationInfo::info",
    ][::core::mem::offset_of!(cudaAsyncNotificationInfo, info) - 8usize];
};
pub type cudaAsyncNotificationInfo_t = cudaAsyncNotificationInfo;
pub type cudaAsyncCallback = ::core::option::Option<
    unsafe extern "C" fn(
        arg1: *mut cudaAsyncNotificationInfo_t,
        arg2: *mut libc::c_void,
        arg3: cudaAsyncCallbackHandle_t,
    ),
>;
impl cudaSurfaceBoundaryMode {
    pub const cudaBoundaryModeZero: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(0);
    pub const cudaBoundaryModeClamp: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(
        1,
    );
    pub const cudaBoundaryModeTrap: cudaSurfaceBoundaryMode = cudaSurfaceBoundaryMode(2);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaSurfaceBoundaryMode(pub libc::c_uint);
impl cudaSurfaceFormatMode {
    pub const cudaFormatModeForced: cudaSurfaceFormatMode = cudaSurfaceFormatMode(0);
    pub const cudaFormatModeAuto: cudaSurfaceFormatMode = cudaSurfaceFormatMode(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaSurfaceFormatMode(pub libc::c_uint);
pub type cudaSurfaceObject_t = libc::c_ulonglong;
impl cudaTextureAddressMode {
    pub const cudaAddressModeWrap: cudaTextureAddressMode = cudaTextureAddressMode(0);
    pub const cudaAddressModeClamp: cudaTextureAddressMode = cudaTextureAddressMode(1);
    pub const cudaAddressModeMirror: cudaTextureAddressMode = cudaTextureAddressMode(2);
    pub const cudaAddressModeBorder: cudaTextureAddressMode = cudaTextureAddressMode(3);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaTextureAddressMode(pub libc::c_uint);
impl cudaTextureFilterMode {
    pub const cudaFilterModePoint: cudaTextureFilterMode = cudaTextureFilterMode(0);
    pub const cudaFilterModeLinear: cudaTextureFilterMode = cudaTextureFilterMode(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaTextureFilterMode(pub libc::c_uint);
impl cudaTextureReadMode {
    pub const cudaReadModeElementType: cudaTextureReadMode = cudaTextureReadMode(0);
    pub const cudaReadModeNormalizedFloat: cudaTextureReadMode = cudaTextureReadMode(1);
}
#[repr(transparent)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub struct cudaTextureReadMode(pub libc::c_uint);
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct cudaTextureDesc {
    pub addressMode: [cudaTextureAddressMode; 3usize],
    pub filterMode: cudaTextureFilterMode,
    pub readMode: cudaTextureReadMode,
    pub sRGB: libc::c_int,
    pub borderColor: [f32; 4usize],
    pub normalizedCoords: libc::c_int,
    pub maxAnisotropy: libc::c_uint,
    pub mipmapFilterMode: cudaTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub disableTrilinearOptimization: libc::c_int,
    pub seamlessCubemap: libc::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of cudaTextureDesc"][::core::mem::size_of::<cudaTextureDesc>() - 72usize];
    [
        "Alignment of cudaTextureDesc",
    ][::core::mem::align_of::<cudaTextureDesc>() - 4usize];
    [
        "Offset of field: cudaTextureDesc::addressMode",
    ][::core::mem::offset_of!(cudaTextureDesc, addressMode) - 0usize];
    [
        "Offset of field: cudaTextureDesc::filterMode",
    ][::core::mem::offset_of!(cudaTextureDesc, filterMode) - 12usize];
    [
        "Offset of field: cudaTextureDesc::readMode",
    ][::core::mem::offset_of!(cudaTextureDesc, readMode) - 16usize];
    [
        "Offset of field: cudaTextureDesc::sRGB",
    ][::core::mem::offset_of!(cudaTextureDesc, sRGB) - 20usize];
    [
        "Offset of field: cudaTextureDesc::borderColor",
    ][::core::mem::offset_of!(cudaTextureDesc, borderColor) - 24usize];
    [
        "Offset of field: cudaTextureDesc::normalizedCoords",
    ][::core::mem::offset_of!(cudaTextureDesc, normalizedCoords) - 40usize];
    [
        "Offset of field: cudaTextureDesc::maxAnisotropy",
    ][::core::mem::offset_of!(cudaTextureDesc, maxAnisotropy) - 44usize];
    [
        "Offset of field: cudaTextureDesc::mipmapFilterMode",
    ][::core::mem::offset_of!(cudaTextureDesc, mipmapFilterMode) - 48usize];
    [
        "Offset of field: cudaTextureDesc::mipmapLevelBias",
    ][::core::mem::offset_of!(cudaTextureDesc, mipmapLevelBias) - 52usize];
    [
        "Offset of field: cudaTextureDesc::minMipmapLevelClamp",
    ][::core::mem::offset_of!(cudaTextureDesc, minMipmapLevelClamp) - 56usize];
    [
        "Offset of field: cudaTextureDesc::maxMipmapLevelClamp",
    ][::core::mem::offset_of!(cudaTextureDesc, maxMipmapLevelClamp) - 60usize];
    [
        "Offset of field: cudaTextureDesc::disableTrilinearOptimization",
    ][::core::mem::offset_of!(cudaTextureDesc, disableTrilinearOptimization) - 64usize];
    [
        "Offset of field: cudaTextureDesc::seamlessCubemap",
    ][::core::mem::offset_of!(cudaTextureDesc, seamlessCubemap) - 68usize];
};
pub type cudaTextureObject_t = libc::c_ulonglong;
pub type cudaStreamCallback_t = ::core::option::Option<
    unsafe extern "C" fn(
        stream: cudaStream_t,
        status: cudaError_t,
        userData: *mut libc::c_void,
    ),
>;
unsafe extern "C" {
    pub fn cudaDeviceReset() -> cudaError_t;
    pub fn cudaDeviceSynchronize() -> cudaError_t;
    pub fn cudaDeviceSetLimit(limit: cudaLimit, value: usize) -> cudaError_t;
    pub fn cudaDeviceGetLimit(pValue: *mut usize, limit: cudaLimit) -> cudaError_t;
    pub fn cudaDeviceGetTexture1DLinearMaxWidth(
        maxWidthInElements: *mut usize,
        fmtDesc: *const cudaChannelFormatDesc,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetCacheConfig(pCacheConfig: *mut cudaFuncCache) -> cudaError_t;
    pub fn cudaDeviceGetStreamPriorityRange(
        leastPriority: *mut libc::c_int,
        greatestPriority: *mut libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceSetCacheConfig(cacheConfig: cudaFuncCache) -> cudaError_t;
    pub fn cudaDeviceGetByPCIBusId(
        device: *mut libc::c_int,
        pciBusId: *const libc::c_char,
    ) -> cudaError_t;
    pub fn cudaDeviceGetPCIBusId(
        pciBusId: *mut libc::c_char,
        len: libc::c_int,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaIpcGetEventHandle(
        handle: *mut cudaIpcEventHandle_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaIpcOpenEventHandle(
        event: *mut cudaEvent_t,
        handle: cudaIpcEventHandle_t,
    ) -> cudaError_t;
    pub fn cudaIpcGetMemHandle(
        handle: *mut cudaIpcMemHandle_t,
        devPtr: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaIpcOpenMemHandle(
        devPtr: *mut *mut libc::c_void,
        handle: cudaIpcMemHandle_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaIpcCloseMemHandle(devPtr: *mut libc::c_void) -> cudaError_t;
    pub fn cudaDeviceFlushGPUDirectRDMAWrites(
        target: cudaFlushGPUDirectRDMAWritesTarget,
        scope: cudaFlushGPUDirectRDMAWritesScope,
    ) -> cudaError_t;
    pub fn cudaDeviceRegisterAsyncNotification(
        device: libc::c_int,
        callbackFunc: cudaAsyncCallback,
        userData: *mut libc::c_void,
        callback: *mut cudaAsyncCallbackHandle_t,
    ) -> cudaError_t;
    pub fn cudaDeviceUnregisterAsyncNotification(
        device: libc::c_int,
        callback: cudaAsyncCallbackHandle_t,
    ) -> cudaError_t;
    pub fn cudaDeviceGetSharedMemConfig(
        pConfig: *mut cudaSharedMemConfig,
    ) -> cudaError_t;
    pub fn cudaDeviceSetSharedMemConfig(config: cudaSharedMemConfig) -> cudaError_t;
    pub fn cudaThreadExit() -> cudaError_t;
    pub fn cudaThreadSynchronize() -> cudaError_t;
    pub fn cudaThreadSetLimit(limit: cudaLimit, value: usize) -> cudaError_t;
    pub fn cudaThreadGetLimit(pValue: *mut usize, limit: cudaLimit) -> cudaError_t;
    pub fn cudaThreadGetCacheConfig(pCacheConfig: *mut cudaFuncCache) -> cudaError_t;
    pub fn cudaThreadSetCacheConfig(cacheConfig: cudaFuncCache) -> cudaError_t;
    pub fn cudaGetLastError() -> cudaError_t;
    pub fn cudaPeekAtLastError() -> cudaError_t;
    pub fn cudaGetErrorName(error: cudaError_t) -> *const libc::c_char;
    pub fn cudaGetErrorString(error: cudaError_t) -> *const libc::c_char;
    pub fn cudaGetDeviceCount(count: *mut libc::c_int) -> cudaError_t;
    pub fn cudaGetDeviceProperties_v2(
        prop: *mut cudaDeviceProp,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetAttribute(
        value: *mut libc::c_int,
        attr: cudaDeviceAttr,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetDefaultMemPool(
        memPool: *mut cudaMemPool_t,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceSetMemPool(
        device: libc::c_int,
        memPool: cudaMemPool_t,
    ) -> cudaError_t;
    pub fn cudaDeviceGetMemPool(
        memPool: *mut cudaMemPool_t,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetNvSciSyncAttributes(
        nvSciSyncAttrList: *mut libc::c_void,
        device: libc::c_int,
        flags: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceGetP2PAttribute(
        value: *mut libc::c_int,
        attr: cudaDeviceP2PAttr,
        srcDevice: libc::c_int,
        dstDevice: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaChooseDevice(
        device: *mut libc::c_int,
        prop: *const cudaDeviceProp,
    ) -> cudaError_t;
    pub fn cudaInitDevice(
        device: libc::c_int,
        deviceFlags: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaSetDevice(device: libc::c_int) -> cudaError_t;
    pub fn cudaGetDevice(device: *mut libc::c_int) -> cudaError_t;
    pub fn cudaSetValidDevices(
        device_arr: *mut libc::c_int,
        len: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaSetDeviceFlags(flags: libc::c_uint) -> cudaError_t;
    pub fn cudaGetDeviceFlags(flags: *mut libc::c_uint) -> cudaError_t;
    pub fn cudaStreamCreate(pStream: *mut cudaStream_t) -> cudaError_t;
    pub fn cudaStreamCreateWithFlags(
        pStream: *mut cudaStream_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamCreateWithPriority(
        pStream: *mut cudaStream_t,
        flags: libc::c_uint,
        priority: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaStreamGetPriority(
        hStream: cudaStream_t,
        priority: *mut libc::c_int,
    ) -> cudaError_t;
    pub fn cudaStreamGetFlags(
        hStream: cudaStream_t,
        flags: *mut libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamGetId(
        hStream: cudaStream_t,
        streamId: *mut libc::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaStreamGetDevice(
        hStream: cudaStream_t,
        device: *mut libc::c_int,
    ) -> cudaError_t;
    pub fn cudaCtxResetPersistingL2Cache() -> cudaError_t;
    pub fn cudaStreamCopyAttributes(dst: cudaStream_t, src: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamGetAttribute(
        hStream: cudaStream_t,
        attr: cudaLaunchAttributeID,
        value_out: *mut cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaStreamSetAttribute(
        hStream: cudaStream_t,
        attr: cudaLaunchAttributeID,
        value: *const cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaStreamDestroy(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamWaitEvent(
        stream: cudaStream_t,
        event: cudaEvent_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamAddCallback(
        stream: cudaStream_t,
        callback: cudaStreamCallback_t,
        userData: *mut libc::c_void,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamSynchronize(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamQuery(stream: cudaStream_t) -> cudaError_t;
    pub fn cudaStreamAttachMemAsync(
        stream: cudaStream_t,
        devPtr: *mut libc::c_void,
        length: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamBeginCapture(
        stream: cudaStream_t,
        mode: cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaStreamBeginCaptureToGraph(
        stream: cudaStream_t,
        graph: cudaGraph_t,
        dependencies: *const cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        mode: cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaThreadExchangeStreamCaptureMode(
        mode: *mut cudaStreamCaptureMode,
    ) -> cudaError_t;
    pub fn cudaStreamEndCapture(
        stream: cudaStream_t,
        pGraph: *mut cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaStreamIsCapturing(
        stream: cudaStream_t,
        pCaptureStatus: *mut cudaStreamCaptureStatus,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo_v2(
        stream: cudaStream_t,
        captureStatus_out: *mut cudaStreamCaptureStatus,
        id_out: *mut libc::c_ulonglong,
        graph_out: *mut cudaGraph_t,
        dependencies_out: *mut *const cudaGraphNode_t,
        numDependencies_out: *mut usize,
    ) -> cudaError_t;
    pub fn cudaStreamGetCaptureInfo_v3(
        stream: cudaStream_t,
        captureStatus_out: *mut cudaStreamCaptureStatus,
        id_out: *mut libc::c_ulonglong,
        graph_out: *mut cudaGraph_t,
        dependencies_out: *mut *const cudaGraphNode_t,
        edgeData_out: *mut *const cudaGraphEdgeData,
        numDependencies_out: *mut usize,
    ) -> cudaError_t;
    pub fn cudaStreamUpdateCaptureDependencies(
        stream: cudaStream_t,
        dependencies: *mut cudaGraphNode_t,
        numDependencies: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaStreamUpdateCaptureDependencies_v2(
        stream: cudaStream_t,
        dependencies: *mut cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventCreate(event: *mut cudaEvent_t) -> cudaError_t;
    pub fn cudaEventCreateWithFlags(
        event: *mut cudaEvent_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventRecord(event: cudaEvent_t, stream: cudaStream_t) -> cudaError_t;
    pub fn cudaEventRecordWithFlags(
        event: cudaEvent_t,
        stream: cudaStream_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaEventQuery(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventSynchronize(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventDestroy(event: cudaEvent_t) -> cudaError_t;
    pub fn cudaEventElapsedTime(
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaEventElapsedTime_v2(
        ms: *mut f32,
        start: cudaEvent_t,
        end: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaImportExternalMemory(
        extMem_out: *mut cudaExternalMemory_t,
        memHandleDesc: *const cudaExternalMemoryHandleDesc,
    ) -> cudaError_t;
    pub fn cudaExternalMemoryGetMappedBuffer(
        devPtr: *mut *mut libc::c_void,
        extMem: cudaExternalMemory_t,
        bufferDesc: *const cudaExternalMemoryBufferDesc,
    ) -> cudaError_t;
    pub fn cudaExternalMemoryGetMappedMipmappedArray(
        mipmap: *mut cudaMipmappedArray_t,
        extMem: cudaExternalMemory_t,
        mipmapDesc: *const cudaExternalMemoryMipmappedArrayDesc,
    ) -> cudaError_t;
    pub fn cudaDestroyExternalMemory(extMem: cudaExternalMemory_t) -> cudaError_t;
    pub fn cudaImportExternalSemaphore(
        extSem_out: *mut cudaExternalSemaphore_t,
        semHandleDesc: *const cudaExternalSemaphoreHandleDesc,
    ) -> cudaError_t;
    pub fn cudaSignalExternalSemaphoresAsync_v2(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreSignalParams,
        numExtSems: libc::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaWaitExternalSemaphoresAsync_v2(
        extSemArray: *const cudaExternalSemaphore_t,
        paramsArray: *const cudaExternalSemaphoreWaitParams,
        numExtSems: libc::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaDestroyExternalSemaphore(extSem: cudaExternalSemaphore_t) -> cudaError_t;
    pub fn cudaLaunchKernel(
        func: *const libc::c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut libc::c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaLaunchKernelExC(
        config: *const cudaLaunchConfig_t,
        func: *const libc::c_void,
        args: *mut *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaLaunchCooperativeKernel(
        func: *const libc::c_void,
        gridDim: dim3,
        blockDim: dim3,
        args: *mut *mut libc::c_void,
        sharedMem: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaLaunchCooperativeKernelMultiDevice(
        launchParamsList: *mut cudaLaunchParams,
        numDevices: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaFuncSetCacheConfig(
        func: *const libc::c_void,
        cacheConfig: cudaFuncCache,
    ) -> cudaError_t;
    pub fn cudaFuncGetAttributes(
        attr: *mut cudaFuncAttributes,
        func: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaFuncSetAttribute(
        func: *const libc::c_void,
        attr: cudaFuncAttribute,
        value: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaFuncGetName(
        name: *mut *const libc::c_char,
        func: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaFuncGetParamInfo(
        func: *const libc::c_void,
        paramIndex: usize,
        paramOffset: *mut usize,
        paramSize: *mut usize,
    ) -> cudaError_t;
    pub fn cudaSetDoubleForDevice(d: *mut f64) -> cudaError_t;
    pub fn cudaSetDoubleForHost(d: *mut f64) -> cudaError_t;
    pub fn cudaLaunchHostFunc(
        stream: cudaStream_t,
        fn_: cudaHostFn_t,
        userData: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaFuncSetSharedMemConfig(
        func: *const libc::c_void,
        config: cudaSharedMemConfig,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        numBlocks: *mut libc::c_int,
        func: *const libc::c_void,
        blockSize: libc::c_int,
        dynamicSMemSize: usize,
    ) -> cudaError_t;
    pub fn cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamicSmemSize: *mut usize,
        func: *const libc::c_void,
        numBlocks: libc::c_int,
        blockSize: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks: *mut libc::c_int,
        func: *const libc::c_void,
        blockSize: libc::c_int,
        dynamicSMemSize: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxPotentialClusterSize(
        clusterSize: *mut libc::c_int,
        func: *const libc::c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> cudaError_t;
    pub fn cudaOccupancyMaxActiveClusters(
        numClusters: *mut libc::c_int,
        func: *const libc::c_void,
        launchConfig: *const cudaLaunchConfig_t,
    ) -> cudaError_t;
    pub fn cudaMallocManaged(
        devPtr: *mut *mut libc::c_void,
        size: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaMalloc(devPtr: *mut *mut libc::c_void, size: usize) -> cudaError_t;
    pub fn cudaMallocHost(ptr: *mut *mut libc::c_void, size: usize) -> cudaError_t;
    pub fn cudaMallocPitch(
        devPtr: *mut *mut libc::c_void,
        pitch: *mut usize,
        width: usize,
        height: usize,
    ) -> cudaError_t;
    pub fn cudaMallocArray(
        array: *mut cudaArray_t,
        desc: *const cudaChannelFormatDesc,
        width: usize,
        height: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaFree(devPtr: *mut libc::c_void) -> cudaError_t;
    pub fn cudaFreeHost(ptr: *mut libc::c_void) -> cudaError_t;
    pub fn cudaFreeArray(array: cudaArray_t) -> cudaError_t;
    pub fn cudaFreeMipmappedArray(mipmappedArray: cudaMipmappedArray_t) -> cudaError_t;
    pub fn cudaHostAlloc(
        pHost: *mut *mut libc::c_void,
        size: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostRegister(
        ptr: *mut libc::c_void,
        size: usize,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostUnregister(ptr: *mut libc::c_void) -> cudaError_t;
    pub fn cudaHostGetDevicePointer(
        pDevice: *mut *mut libc::c_void,
        pHost: *mut libc::c_void,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaHostGetFlags(
        pFlags: *mut libc::c_uint,
        pHost: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaMalloc3D(
        pitchedDevPtr: *mut cudaPitchedPtr,
        extent: cudaExtent,
    ) -> cudaError_t;
    pub fn cudaMalloc3DArray(
        array: *mut cudaArray_t,
        desc: *const cudaChannelFormatDesc,
        extent: cudaExtent,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaMallocMipmappedArray(
        mipmappedArray: *mut cudaMipmappedArray_t,
        desc: *const cudaChannelFormatDesc,
        extent: cudaExtent,
        numLevels: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGetMipmappedArrayLevel(
        levelArray: *mut cudaArray_t,
        mipmappedArray: cudaMipmappedArray_const_t,
        level: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemcpy3D(p: *const cudaMemcpy3DParms) -> cudaError_t;
    pub fn cudaMemcpy3DPeer(p: *const cudaMemcpy3DPeerParms) -> cudaError_t;
    pub fn cudaMemcpy3DAsync(
        p: *const cudaMemcpy3DParms,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DPeerAsync(
        p: *const cudaMemcpy3DPeerParms,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> cudaError_t;
    pub fn cudaArrayGetInfo(
        desc: *mut cudaChannelFormatDesc,
        extent: *mut cudaExtent,
        flags: *mut libc::c_uint,
        array: cudaArray_t,
    ) -> cudaError_t;
    pub fn cudaArrayGetPlane(
        pPlaneArray: *mut cudaArray_t,
        hArray: cudaArray_t,
        planeIdx: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaArrayGetMemoryRequirements(
        memoryRequirements: *mut cudaArrayMemoryRequirements,
        array: cudaArray_t,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaMipmappedArrayGetMemoryRequirements(
        memoryRequirements: *mut cudaArrayMemoryRequirements,
        mipmap: cudaMipmappedArray_t,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaArrayGetSparseProperties(
        sparseProperties: *mut cudaArraySparseProperties,
        array: cudaArray_t,
    ) -> cudaError_t;
    pub fn cudaMipmappedArrayGetSparseProperties(
        sparseProperties: *mut cudaArraySparseProperties,
        mipmap: cudaMipmappedArray_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy(
        dst: *mut libc::c_void,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyPeer(
        dst: *mut libc::c_void,
        dstDevice: libc::c_int,
        src: *const libc::c_void,
        srcDevice: libc::c_int,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemcpy2D(
        dst: *mut libc::c_void,
        dpitch: usize,
        src: *const libc::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DToArray(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const libc::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DFromArray(
        dst: *mut libc::c_void,
        dpitch: usize,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DArrayToArray(
        dst: cudaArray_t,
        wOffsetDst: usize,
        hOffsetDst: usize,
        src: cudaArray_const_t,
        wOffsetSrc: usize,
        hOffsetSrc: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyToSymbol(
        symbol: *const libc::c_void,
        src: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromSymbol(
        dst: *mut libc::c_void,
        symbol: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyAsync(
        dst: *mut libc::c_void,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyPeerAsync(
        dst: *mut libc::c_void,
        dstDevice: libc::c_int,
        src: *const libc::c_void,
        srcDevice: libc::c_int,
        count: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyBatchAsync(
        dsts: *mut *mut libc::c_void,
        srcs: *mut *mut libc::c_void,
        sizes: *mut usize,
        count: usize,
        attrs: *mut cudaMemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        failIdx: *mut usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy3DBatchAsync(
        numOps: usize,
        opList: *mut cudaMemcpy3DBatchOp,
        failIdx: *mut usize,
        flags: libc::c_ulonglong,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DAsync(
        dst: *mut libc::c_void,
        dpitch: usize,
        src: *const libc::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DToArrayAsync(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const libc::c_void,
        spitch: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpy2DFromArrayAsync(
        dst: *mut libc::c_void,
        dpitch: usize,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        width: usize,
        height: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyToSymbolAsync(
        symbol: *const libc::c_void,
        src: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromSymbolAsync(
        dst: *mut libc::c_void,
        symbol: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset(
        devPtr: *mut libc::c_void,
        value: libc::c_int,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemset2D(
        devPtr: *mut libc::c_void,
        pitch: usize,
        value: libc::c_int,
        width: usize,
        height: usize,
    ) -> cudaError_t;
    pub fn cudaMemset3D(
        pitchedDevPtr: cudaPitchedPtr,
        value: libc::c_int,
        extent: cudaExtent,
    ) -> cudaError_t;
    pub fn cudaMemsetAsync(
        devPtr: *mut libc::c_void,
        value: libc::c_int,
        count: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset2DAsync(
        devPtr: *mut libc::c_void,
        pitch: usize,
        value: libc::c_int,
        width: usize,
        height: usize,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemset3DAsync(
        pitchedDevPtr: cudaPitchedPtr,
        value: libc::c_int,
        extent: cudaExtent,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGetSymbolAddress(
        devPtr: *mut *mut libc::c_void,
        symbol: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaGetSymbolSize(
        size: *mut usize,
        symbol: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchAsync(
        devPtr: *const libc::c_void,
        count: usize,
        dstDevice: libc::c_int,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPrefetchAsync_v2(
        devPtr: *const libc::c_void,
        count: usize,
        location: cudaMemLocation,
        flags: libc::c_uint,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemAdvise(
        devPtr: *const libc::c_void,
        count: usize,
        advice: cudaMemoryAdvise,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaMemAdvise_v2(
        devPtr: *const libc::c_void,
        count: usize,
        advice: cudaMemoryAdvise,
        location: cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaMemRangeGetAttribute(
        data: *mut libc::c_void,
        dataSize: usize,
        attribute: cudaMemRangeAttribute,
        devPtr: *const libc::c_void,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemRangeGetAttributes(
        data: *mut *mut libc::c_void,
        dataSizes: *mut usize,
        attributes: *mut cudaMemRangeAttribute,
        numAttributes: usize,
        devPtr: *const libc::c_void,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemcpyToArray(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromArray(
        dst: *mut libc::c_void,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyArrayToArray(
        dst: cudaArray_t,
        wOffsetDst: usize,
        hOffsetDst: usize,
        src: cudaArray_const_t,
        wOffsetSrc: usize,
        hOffsetSrc: usize,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaMemcpyToArrayAsync(
        dst: cudaArray_t,
        wOffset: usize,
        hOffset: usize,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemcpyFromArrayAsync(
        dst: *mut libc::c_void,
        src: cudaArray_const_t,
        wOffset: usize,
        hOffset: usize,
        count: usize,
        kind: cudaMemcpyKind,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMallocAsync(
        devPtr: *mut *mut libc::c_void,
        size: usize,
        hStream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaFreeAsync(
        devPtr: *mut libc::c_void,
        hStream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPoolTrimTo(
        memPool: cudaMemPool_t,
        minBytesToKeep: usize,
    ) -> cudaError_t;
    pub fn cudaMemPoolSetAttribute(
        memPool: cudaMemPool_t,
        attr: cudaMemPoolAttr,
        value: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolGetAttribute(
        memPool: cudaMemPool_t,
        attr: cudaMemPoolAttr,
        value: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolSetAccess(
        memPool: cudaMemPool_t,
        descList: *const cudaMemAccessDesc,
        count: usize,
    ) -> cudaError_t;
    pub fn cudaMemPoolGetAccess(
        flags: *mut cudaMemAccessFlags,
        memPool: cudaMemPool_t,
        location: *mut cudaMemLocation,
    ) -> cudaError_t;
    pub fn cudaMemPoolCreate(
        memPool: *mut cudaMemPool_t,
        poolProps: *const cudaMemPoolProps,
    ) -> cudaError_t;
    pub fn cudaMemPoolDestroy(memPool: cudaMemPool_t) -> cudaError_t;
    pub fn cudaMallocFromPoolAsync(
        ptr: *mut *mut libc::c_void,
        size: usize,
        memPool: cudaMemPool_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaMemPoolExportToShareableHandle(
        shareableHandle: *mut libc::c_void,
        memPool: cudaMemPool_t,
        handleType: cudaMemAllocationHandleType,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemPoolImportFromShareableHandle(
        memPool: *mut cudaMemPool_t,
        shareableHandle: *mut libc::c_void,
        handleType: cudaMemAllocationHandleType,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaMemPoolExportPointer(
        exportData: *mut cudaMemPoolPtrExportData,
        ptr: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaMemPoolImportPointer(
        ptr: *mut *mut libc::c_void,
        memPool: cudaMemPool_t,
        exportData: *mut cudaMemPoolPtrExportData,
    ) -> cudaError_t;
    pub fn cudaPointerGetAttributes(
        attributes: *mut cudaPointerAttributes,
        ptr: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceCanAccessPeer(
        canAccessPeer: *mut libc::c_int,
        device: libc::c_int,
        peerDevice: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaDeviceEnablePeerAccess(
        peerDevice: libc::c_int,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaDeviceDisablePeerAccess(peerDevice: libc::c_int) -> cudaError_t;
    pub fn cudaGraphicsUnregisterResource(
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceSetMapFlags(
        resource: cudaGraphicsResource_t,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphicsMapResources(
        count: libc::c_int,
        resources: *mut cudaGraphicsResource_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsUnmapResources(
        count: libc::c_int,
        resources: *mut cudaGraphicsResource_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceGetMappedPointer(
        devPtr: *mut *mut libc::c_void,
        size: *mut usize,
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGraphicsSubResourceGetMappedArray(
        array: *mut cudaArray_t,
        resource: cudaGraphicsResource_t,
        arrayIndex: libc::c_uint,
        mipLevel: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphicsResourceGetMappedMipmappedArray(
        mipmappedArray: *mut cudaMipmappedArray_t,
        resource: cudaGraphicsResource_t,
    ) -> cudaError_t;
    pub fn cudaGetChannelDesc(
        desc: *mut cudaChannelFormatDesc,
        array: cudaArray_const_t,
    ) -> cudaError_t;
    pub fn cudaCreateChannelDesc(
        x: libc::c_int,
        y: libc::c_int,
        z: libc::c_int,
        w: libc::c_int,
        f: cudaChannelFormatKind,
    ) -> cudaChannelFormatDesc;
    pub fn cudaCreateTextureObject(
        pTexObject: *mut cudaTextureObject_t,
        pResDesc: *const cudaResourceDesc,
        pTexDesc: *const cudaTextureDesc,
        pResViewDesc: *const cudaResourceViewDesc,
    ) -> cudaError_t;
    pub fn cudaDestroyTextureObject(texObject: cudaTextureObject_t) -> cudaError_t;
    pub fn cudaGetTextureObjectResourceDesc(
        pResDesc: *mut cudaResourceDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaGetTextureObjectTextureDesc(
        pTexDesc: *mut cudaTextureDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaGetTextureObjectResourceViewDesc(
        pResViewDesc: *mut cudaResourceViewDesc,
        texObject: cudaTextureObject_t,
    ) -> cudaError_t;
    pub fn cudaCreateSurfaceObject(
        pSurfObject: *mut cudaSurfaceObject_t,
        pResDesc: *const cudaResourceDesc,
    ) -> cudaError_t;
    pub fn cudaDestroySurfaceObject(surfObject: cudaSurfaceObject_t) -> cudaError_t;
    pub fn cudaGetSurfaceObjectResourceDesc(
        pResDesc: *mut cudaResourceDesc,
        surfObject: cudaSurfaceObject_t,
    ) -> cudaError_t;
    pub fn cudaDriverGetVersion(driverVersion: *mut libc::c_int) -> cudaError_t;
    pub fn cudaRuntimeGetVersion(runtimeVersion: *mut libc::c_int) -> cudaError_t;
    pub fn cudaGraphCreate(pGraph: *mut cudaGraph_t, flags: libc::c_uint) -> cudaError_t;
    pub fn cudaGraphAddKernelNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeCopyAttributes(
        hSrc: cudaGraphNode_t,
        hDst: cudaGraphNode_t,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeGetAttribute(
        hNode: cudaGraphNode_t,
        attr: cudaLaunchAttributeID,
        value_out: *mut cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaGraphKernelNodeSetAttribute(
        hNode: cudaGraphNode_t,
        attr: cudaLaunchAttributeID,
        value: *const cudaLaunchAttributeValue,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pCopyParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNodeToSymbol(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        symbol: *const libc::c_void,
        src: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNodeFromSymbol(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dst: *mut libc::c_void,
        symbol: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemcpyNode1D(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dst: *mut libc::c_void,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParamsToSymbol(
        node: cudaGraphNode_t,
        symbol: *const libc::c_void,
        src: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParamsFromSymbol(
        node: cudaGraphNode_t,
        dst: *mut libc::c_void,
        symbol: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphMemcpyNodeSetParams1D(
        node: cudaGraphNode_t,
        dst: *mut libc::c_void,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemsetNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pMemsetParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemsetNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemsetNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddHostNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphHostNodeGetParams(
        node: cudaGraphNode_t,
        pNodeParams: *mut cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphHostNodeSetParams(
        node: cudaGraphNode_t,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddChildGraphNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        childGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphChildGraphNodeGetGraph(
        node: cudaGraphNode_t,
        pGraph: *mut cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddEmptyNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddEventRecordNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventRecordNodeGetEvent(
        node: cudaGraphNode_t,
        event_out: *mut cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventRecordNodeSetEvent(
        node: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddEventWaitNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventWaitNodeGetEvent(
        node: cudaGraphNode_t,
        event_out: *mut cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphEventWaitNodeSetEvent(
        node: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphAddExternalSemaphoresSignalNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresSignalNodeGetParams(
        hNode: cudaGraphNode_t,
        params_out: *mut cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresSignalNodeSetParams(
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddExternalSemaphoresWaitNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresWaitNodeGetParams(
        hNode: cudaGraphNode_t,
        params_out: *mut cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExternalSemaphoresWaitNodeSetParams(
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemAllocNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *mut cudaMemAllocNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphMemAllocNodeGetParams(
        node: cudaGraphNode_t,
        params_out: *mut cudaMemAllocNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddMemFreeNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        dptr: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaGraphMemFreeNodeGetParams(
        node: cudaGraphNode_t,
        dptr_out: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceGraphMemTrim(device: libc::c_int) -> cudaError_t;
    pub fn cudaDeviceGetGraphMemAttribute(
        device: libc::c_int,
        attr: cudaGraphMemAttributeType,
        value: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaDeviceSetGraphMemAttribute(
        device: libc::c_int,
        attr: cudaGraphMemAttributeType,
        value: *mut libc::c_void,
    ) -> cudaError_t;
    pub fn cudaGraphClone(
        pGraphClone: *mut cudaGraph_t,
        originalGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphNodeFindInClone(
        pNode: *mut cudaGraphNode_t,
        originalNode: cudaGraphNode_t,
        clonedGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetType(
        node: cudaGraphNode_t,
        pType: *mut cudaGraphNodeType,
    ) -> cudaError_t;
    pub fn cudaGraphGetNodes(
        graph: cudaGraph_t,
        nodes: *mut cudaGraphNode_t,
        numNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetRootNodes(
        graph: cudaGraph_t,
        pRootNodes: *mut cudaGraphNode_t,
        pNumRootNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetEdges(
        graph: cudaGraph_t,
        from: *mut cudaGraphNode_t,
        to: *mut cudaGraphNode_t,
        numEdges: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphGetEdges_v2(
        graph: cudaGraph_t,
        from: *mut cudaGraphNode_t,
        to: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        numEdges: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependencies(
        node: cudaGraphNode_t,
        pDependencies: *mut cudaGraphNode_t,
        pNumDependencies: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependencies_v2(
        node: cudaGraphNode_t,
        pDependencies: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependencies: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependentNodes(
        node: cudaGraphNode_t,
        pDependentNodes: *mut cudaGraphNode_t,
        pNumDependentNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetDependentNodes_v2(
        node: cudaGraphNode_t,
        pDependentNodes: *mut cudaGraphNode_t,
        edgeData: *mut cudaGraphEdgeData,
        pNumDependentNodes: *mut usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddDependencies(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphAddDependencies_v2(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphRemoveDependencies(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphRemoveDependencies_v2(
        graph: cudaGraph_t,
        from: *const cudaGraphNode_t,
        to: *const cudaGraphNode_t,
        edgeData: *const cudaGraphEdgeData,
        numDependencies: usize,
    ) -> cudaError_t;
    pub fn cudaGraphDestroyNode(node: cudaGraphNode_t) -> cudaError_t;
    pub fn cudaGraphInstantiate(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        flags: libc::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphInstantiateWithFlags(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        flags: libc::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphInstantiateWithParams(
        pGraphExec: *mut cudaGraphExec_t,
        graph: cudaGraph_t,
        instantiateParams: *mut cudaGraphInstantiateParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecGetFlags(
        graphExec: cudaGraphExec_t,
        flags: *mut libc::c_ulonglong,
    ) -> cudaError_t;
    pub fn cudaGraphExecKernelNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaKernelNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemcpy3DParms,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParamsToSymbol(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        symbol: *const libc::c_void,
        src: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        dst: *mut libc::c_void,
        symbol: *const libc::c_void,
        count: usize,
        offset: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemcpyNodeSetParams1D(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        dst: *mut libc::c_void,
        src: *const libc::c_void,
        count: usize,
        kind: cudaMemcpyKind,
    ) -> cudaError_t;
    pub fn cudaGraphExecMemsetNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaMemsetParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecHostNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        pNodeParams: *const cudaHostNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecChildGraphNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        childGraph: cudaGraph_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecEventRecordNodeSetEvent(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecEventWaitNodeSetEvent(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        event: cudaEvent_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecExternalSemaphoresSignalNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreSignalNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecExternalSemaphoresWaitNodeSetParams(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        nodeParams: *const cudaExternalSemaphoreWaitNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphNodeSetEnabled(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        isEnabled: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphNodeGetEnabled(
        hGraphExec: cudaGraphExec_t,
        hNode: cudaGraphNode_t,
        isEnabled: *mut libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphExecUpdate(
        hGraphExec: cudaGraphExec_t,
        hGraph: cudaGraph_t,
        resultInfo: *mut cudaGraphExecUpdateResultInfo,
    ) -> cudaError_t;
    pub fn cudaGraphUpload(
        graphExec: cudaGraphExec_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphLaunch(
        graphExec: cudaGraphExec_t,
        stream: cudaStream_t,
    ) -> cudaError_t;
    pub fn cudaGraphExecDestroy(graphExec: cudaGraphExec_t) -> cudaError_t;
    pub fn cudaGraphDestroy(graph: cudaGraph_t) -> cudaError_t;
    pub fn cudaGraphDebugDotPrint(
        graph: cudaGraph_t,
        path: *const libc::c_char,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectCreate(
        object_out: *mut cudaUserObject_t,
        ptr: *mut libc::c_void,
        destroy: cudaHostFn_t,
        initialRefcount: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectRetain(
        object: cudaUserObject_t,
        count: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaUserObjectRelease(
        object: cudaUserObject_t,
        count: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphRetainUserObject(
        graph: cudaGraph_t,
        object: cudaUserObject_t,
        count: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphReleaseUserObject(
        graph: cudaGraph_t,
        object: cudaUserObject_t,
        count: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGraphAddNode(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        numDependencies: usize,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphAddNode_v2(
        pGraphNode: *mut cudaGraphNode_t,
        graph: cudaGraph_t,
        pDependencies: *const cudaGraphNode_t,
        dependencyData: *const cudaGraphEdgeData,
        numDependencies: usize,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphNodeSetParams(
        node: cudaGraphNode_t,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphExecNodeSetParams(
        graphExec: cudaGraphExec_t,
        node: cudaGraphNode_t,
        nodeParams: *mut cudaGraphNodeParams,
    ) -> cudaError_t;
    pub fn cudaGraphConditionalHandleCreate(
        pHandle_out: *mut cudaGraphConditionalHandle,
        graph: cudaGraph_t,
        defaultLaunchValue: libc::c_uint,
        flags: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaGetDriverEntryPoint(
        symbol: *const libc::c_char,
        funcPtr: *mut *mut libc::c_void,
        flags: libc::c_ulonglong,
        driverStatus: *mut cudaDriverEntryPointQueryResult,
    ) -> cudaError_t;
    pub fn cudaGetDriverEntryPointByVersion(
        symbol: *const libc::c_char,
        funcPtr: *mut *mut libc::c_void,
        cudaVersion: libc::c_uint,
        flags: libc::c_ulonglong,
        driverStatus: *mut cudaDriverEntryPointQueryResult,
    ) -> cudaError_t;
    pub fn cudaLibraryLoadData(
        library: *mut cudaLibrary_t,
        code: *const libc::c_void,
        jitOptions: *mut cudaJitOption,
        jitOptionsValues: *mut *mut libc::c_void,
        numJitOptions: libc::c_uint,
        libraryOptions: *mut cudaLibraryOption,
        libraryOptionValues: *mut *mut libc::c_void,
        numLibraryOptions: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaLibraryLoadFromFile(
        library: *mut cudaLibrary_t,
        fileName: *const libc::c_char,
        jitOptions: *mut cudaJitOption,
        jitOptionsValues: *mut *mut libc::c_void,
        numJitOptions: libc::c_uint,
        libraryOptions: *mut cudaLibraryOption,
        libraryOptionValues: *mut *mut libc::c_void,
        numLibraryOptions: libc::c_uint,
    ) -> cudaError_t;
    pub fn cudaLibraryUnload(library: cudaLibrary_t) -> cudaError_t;
    pub fn cudaLibraryGetKernel(
        pKernel: *mut cudaKernel_t,
        library: cudaLibrary_t,
        name: *const libc::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetGlobal(
        dptr: *mut *mut libc::c_void,
        bytes: *mut usize,
        library: cudaLibrary_t,
        name: *const libc::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetManaged(
        dptr: *mut *mut libc::c_void,
        bytes: *mut usize,
        library: cudaLibrary_t,
        name: *const libc::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetUnifiedFunction(
        fptr: *mut *mut libc::c_void,
        library: cudaLibrary_t,
        symbol: *const libc::c_char,
    ) -> cudaError_t;
    pub fn cudaLibraryGetKernelCount(
        count: *mut libc::c_uint,
        lib: cudaLibrary_t,
    ) -> cudaError_t;
    pub fn cudaLibraryEnumerateKernels(
        kernels: *mut cudaKernel_t,
        numKernels: libc::c_uint,
        lib: cudaLibrary_t,
    ) -> cudaError_t;
    pub fn cudaKernelSetAttributeForDevice(
        kernel: cudaKernel_t,
        attr: cudaFuncAttribute,
        value: libc::c_int,
        device: libc::c_int,
    ) -> cudaError_t;
    pub fn cudaGetExportTable(
        ppExportTable: *mut *const libc::c_void,
        pExportTableId: *const cudaUUID_t,
    ) -> cudaError_t;
    pub fn cudaGetFuncBySymbol(
        functionPtr: *mut cudaFunction_t,
        symbolPtr: *const libc::c_void,
    ) -> cudaError_t;
    pub fn cudaGetKernel(
        kernelPtr: *mut cudaKernel_t,
        entryFuncAddr: *const libc::c_void,
    ) -> cudaError_t;
}
