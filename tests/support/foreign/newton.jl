module Roots

export newton

function newton(f, df, x0; tol=1e-8)
    x = x0
    for _ in 1:100
        dx = f(x) / df(x)
        x -= dx
        abs(dx) < tol && return x
    end
    return x
end

end # module

println(Roots.newton(x -> x^2 - 2, x -> 2x, 1.0))
