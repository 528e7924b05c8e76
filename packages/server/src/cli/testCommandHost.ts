import { chdir } from 'node:process'
import { runProgram } from './runProgram.ts'
import type { Asked, Ended } from './testCommand.ts'

// Runs in the child process of `hostCommands`: one command per message, with folder, environment and output of its own.

process.on('message', async ({ folder, args, env }: Asked) => {
  chdir(folder)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      said[stream] += Buffer.from(text).toString()
      return true
    }
  const code = await runProgram(args)
  process.send?.({ code, ...said } satisfies Ended)
})
