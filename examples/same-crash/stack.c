// A machine with a stack, by lines of text: push NUMBER, pop, add, copy, print. It has two bugs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int* stack;
static int size;

static void push(int number) {
  stack = realloc(stack, sizeof(int) * (size + 1));
  stack[size++] = number;
}

// The first: nobody looks whether there is one.
static int pop(void) { return stack[--size]; }

// The second: push() may move the stack.
static void copy(void) {
  int* top = &stack[size - 1];
  push(*top);
  printf("copied %d\n", *top);
}

int main(int count, char** words) {
  FILE* file = count > 1 ? fopen(words[1], "r") : stdin;
  char line[100];
  stack = malloc(sizeof(int));
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, "push ", 5) == 0) push(atoi(line + 5));
    else if (strcmp(line, "pop\n") == 0) pop();
    else if (strcmp(line, "add\n") == 0) push(pop() + pop());
    else if (strcmp(line, "copy\n") == 0) copy();
    else if (strcmp(line, "print\n") == 0) printf("%d\n", stack[size - 1]);
  }
  return 0;
}
