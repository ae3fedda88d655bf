package x

object A extends App {
  case class Pair[T](first: T, second: T)
  val numbers = List(1, 2, 3).map(_ * 2)
  numbers.foreach(n => println(s"n = $n"))
}
