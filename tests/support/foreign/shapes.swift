import Foundation

protocol Shape { var area: Double { get } }

struct Circle: Shape {
    let radius: Double
    var area: Double { return Double.pi * radius * radius }
}

func total(_ shapes: [Shape]) -> Double {
    return shapes.reduce(0) { $0 + $1.area }
}

guard let first = [Circle(radius: 2)].first else { fatalError() }
print("area \(first.area), total \(total([first]))")
