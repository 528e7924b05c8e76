#!/usr/bin/env node
import { endOnBrokenOutput } from '@redoubt/cli/terminal/endOnBrokenOutput.ts'
import { runProgram } from './runProgram.ts'

endOnBrokenOutput('redoubt')

const code = await runProgram(process.argv.slice(2))
if (code !== 0) process.exitCode = code
