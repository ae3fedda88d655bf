// Copies of this process that look ahead. A strategy is a plain function; what it would ask next, had
// the test that is running said this or that, only it knows. So a copy of the whole process (fork) is
// told "suppose it fails", or "suppose it does not", runs on to its next question, lays that candidate
// down and waits; from there it can be copied again. The questions and answers that are possible
// from here make a tree, and the idle slots test its most probable candidates.
//
// A copy only ever foretells. The process itself comes to each question on its own, and a test run
// ahead counts only when it was of exactly these bytes. A wrong prophecy costs a test, never a result.
#pragma once
