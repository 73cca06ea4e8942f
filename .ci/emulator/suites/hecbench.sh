# HeCBench: https://github.com/zjin-lcf/HeCBench. A program is made by its own Makefile, and has the arguments of its `make run`, unless
# hecbench.table has smaller ones. Some programs are chosen, by a seed.
programs_hecbench() {
    local name chosen=0
    for name in "$1"/src/*-cuda; do
        name=${name##*/}
        printf '%s %s\n' "$(printf '%s %s' "$seed" "$name" | cksum)" "$name"
    done | sort -n | awk '{ print $3 }' | while [ $chosen -lt "$count" ] && read -r name; do
        [ -z "$(left_out "$1/src/$name")" ] || continue
        chosen=$((chosen + 1))
        echo "$name"
    done
}

# Beside the others of the suite, whose files some include.
folder_hecbench() {
    local all
    all=$(dirname "$3")
    [ -e "$all/include" ] || ln -sf "$1"/src/* "$all/"
    rm -rf "$3"
    cp -r "$1/src/$2" "$3"
}

compile_hecbench() {
    local arguments
    arguments=$(field hecbench "$2" 3)
    [ -n "$arguments" ] || arguments=$(cd "$out/hecbench/$2" && make -n run 2>/dev/null | sed -n 's,^ *\./[^ ]* *,,p' | head -n 1)
    given=$arguments judge hecbench "$2" bash -c "make CC='$coopcc' $3 && { [ -e program ] || ln -s main program; }"
}
for function in programs_hecbench folder_hecbench compile_hecbench; do export -f "${function?}"; done
