import 'dart:collection';

class Task {
  final String name;
  Task(this.name);
}

void main() async {
  final queue = Queue<Task>()..add(Task('a'))..add(Task('b'));
  for (var task in queue) {
    print('${task.name}: ${await Future.value(1)}');
  }
}
