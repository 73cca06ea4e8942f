# Rodinia: https://github.com/yuhc/gpu-rodinia. Its data is elsewhere: what a program reads is made here, small.
# rodinia.table has the sources among the options, and an input, if there is one, as the last field.
programs_rodinia() {
    awk -F ' *[|] *' '!/^#/ { print $1 }' "$here/rodinia.table"
}

# Numbers that look random and are the same everywhere: COUNT MODULUS.
numbers() {
    awk -v count="$1" -v modulus="$2" 'BEGIN { x = 1; for (i = 0; i < count; i++) { x = (x * 1103 + 12345) % 65536; print x % modulus } }'
}

input() {
    case $1 in
    graph)
        awk 'BEGIN { n = 1000; print n; for (i = 0; i < n; i++) print 2 * i, 2; print ""; print 0; print ""; print 2 * n
            for (i = 0; i < n; i++) print (i + 1) % n, 1 "\n" (7 * i + 3) % n, 1 }' >graph.txt
        ;;
    grids) numbers 4096 100 >power.txt && awk '{ print 300 + $1 / 10 }' power.txt >temperature.txt ;;
    cubes) numbers 32768 100 >power.txt && awk '{ print 300 + $1 / 10 }' power.txt >temperature.txt ;;
    tree) { echo 1000 && numbers 1000 10000; } >keys.txt && printf 'k 100\n\nj 60 50\n\n' >commands.txt ;;
    image) { printf 'P2\n32 32\n255\n' && numbers 1024 256; } >image.pgm ;;
    # Its program looks for it there.
    pixels) mkdir -p ../../data/dwt2d && numbers 27648 26 | awk '{ printf "%c", 97 + $1 }' >../../data/dwt2d/pixels.raw ;;
    places)
        mkdir -p ../../data/nn
        for part in 0 1 2 3; do
            numbers 200 90 | awk -v part=$part '{ printf "%-28s%5.1f%5.1f%14s\n", "place", ($1 + 7 * part) % 90, ($1 * 3) % 180, "." }' >../../data/nn/cane4_$part.db
        done
        ;;
    words) numbers 65536 26 | awk '{ printf "%c", 97 + $1 }' >words.in ;;
    esac
}

folder_rodinia() {
    mkdir -p "$(dirname "$3")"
    cp -r "$1/cuda/${2%%:*}" "$3"
    (cd "$3" && input "$(field rodinia "$2" 6)")
}

compile_rodinia() {
    judge rodinia "$2" bash -c "'$coopcc' -I . -I '$1/cuda/util' $3 -o program"
}
for function in programs_rodinia numbers input folder_rodinia compile_rodinia; do export -f "${function?}"; done
