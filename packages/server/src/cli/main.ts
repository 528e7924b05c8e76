#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram } from './createProgram.ts'
import { describeError } from './describeError.ts'

// Who reads our output has seen enough: `redoubt intel stats | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

try {
  const program = await createProgram(process.argv)
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said what is wrong; asking for help or the version is no error.
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    process.stderr.write(`error: ${describeError(error)}\n`)
    process.exitCode = 1
  }
}
