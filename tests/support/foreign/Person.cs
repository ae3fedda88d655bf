using System;
using System.Linq;

namespace Demo
{
    public record Person(string Name, int Age);

    static class Program
    {
        static void Main(string[] args)
        {
            var people = new[] { new Person("a", 1), new Person("b", 2) };
            Console.WriteLine($"{people.Sum(p => p.Age)} years");
        }
    }
}
