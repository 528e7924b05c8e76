#!/usr/bin/env node
import { runProgram } from './runProgram.ts'

// Who reads our output has seen enough: `redoubt intel stats | head` is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

const code = await runProgram(process.argv.slice(2))
if (code !== 0) process.exitCode = code
