package;

class Main {
	static function main() {
		var list:Array<Int> = [for (i in 0...10) i * i];
		trace(list.filter(x -> x % 2 == 0));
		switch list { case [a, b]: trace(a + b); case _: }
	}
}
