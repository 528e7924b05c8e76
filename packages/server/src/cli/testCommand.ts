import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Command, CommanderError } from 'commander'
import { createProgram } from './createProgram.ts'

const MAIN = fileURLToPath(new URL('../../bin/redoubt.js', import.meta.url))

/** How a command ended. */
export type Ended = { code: number; stdout: string; stderr: string }

/** Runs `redoubt ARGS` as an operator does, in a folder of its own; the environment is what is given, and PATH. */
export function runCommand(folder: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const { PATH = '' } = process.env
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** Parses `redoubt ARGS` in this process, for what ends before anything is done: help, and wrong usage. */
export async function parseCommand(args: string[]): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: '', stderr: '' }
  const listen = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => {
        ended.stdout += text
      },
      writeErr: (text) => {
        ended.stderr += text
      },
    })
    command.commands.forEach(listen)
  }
  const program = await createProgram(args)
  listen(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    ended.code = error.exitCode
  }
  return ended
}
