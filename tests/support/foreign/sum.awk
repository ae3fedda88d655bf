BEGIN { FS = ","; OFS = "\t" }
/^#/ { next }
$3 > 10 && NF == 4 { sum[$1] += $3; n++ }
END { for (k in sum) printf "%s %d\n", k, sum[k] / n }
