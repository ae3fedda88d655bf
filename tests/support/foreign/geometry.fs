module Geometry

open System

type Shape =
    | Circle of radius: float
    | Square of side: float

let area shape =
    match shape with
    | Circle r -> Math.PI * r ** 2.0
    | Square s -> s * s

[<EntryPoint>]
let main argv =
    [ Circle 1.0; Square 2.0 ] |> List.map area |> List.iter (printfn "%f")
    0
