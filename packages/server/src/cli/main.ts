#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram } from './createProgram.ts'
import { describeError } from './describeError.ts'

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
