package demo

import kotlin.math.sqrt

data class Point(val x: Double, val y: Double) {
    fun norm(): Double = sqrt(x * x + y * y)
}

fun main() {
    val points = listOf(Point(1.0, 2.0), Point(3.0, 4.0))
    println(points.maxByOrNull { it.norm() } ?: "none")
    println(sqrt(2.0))
}
