set terminal png size 800,600
set output "curve.png"
set xrange [0:10]
f(x) = a * x**2 + b
fit f(x) "data.txt" using 1:2 via a, b
plot "data.txt" with points, f(x) title "model" lw 2
