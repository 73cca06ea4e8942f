// The arguments of a kernel's printf(), which only C can take. Rust reads the format, and asks for each.
#include <stdarg.h>
#include <stdio.h>

int coop_emulator_runs_kernel(void);
int coop_emulator_device_printf(const char *format, void *arguments);

struct arguments {
    va_list list;
};

int coop_emulator_printf(const char *format, ...) {
    struct arguments arguments;
    va_start(arguments.list, format);
    int result = coop_emulator_runs_kernel() ? coop_emulator_device_printf(format, &arguments)
                                             : vprintf(format, arguments.list);
    va_end(arguments.list);
    return result;
}

int coop_emulator_next_int(struct arguments *arguments) { return va_arg(arguments->list, int); }
long long coop_emulator_next_long(struct arguments *arguments) { return va_arg(arguments->list, long long); }
double coop_emulator_next_real(struct arguments *arguments) { return va_arg(arguments->list, double); }
double coop_emulator_next_long_real(struct arguments *arguments) {
    return (double)va_arg(arguments->list, long double);
}
const void *coop_emulator_next_pointer(struct arguments *arguments) { return va_arg(arguments->list, const void *); }
