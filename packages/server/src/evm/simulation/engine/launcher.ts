import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A program and the arguments that come before its own. */
export type Command = { file: string; args: string[] }

let announced = false

/**
 * The engine's command line behind what contains it: `prlimit` bounds its address space and `setpriv` lets it die with
 * us, so that a killed server leaves no engine behind. Either is used where it is installed (util-linux).
 */
export function contained(binary: string, memoryBytes: number): Command {
  const command = [binary]
  const prlimit = findOnPath('prlimit')
  if (prlimit) command.unshift(prlimit, `--as=${memoryBytes}`, '--core=0')
  else if (!announced) {
    announced = true
    process.emitWarning('prlimit is not installed: simulation processes run without a memory limit')
  }
  const setpriv = findOnPath('setpriv')
  if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL')
  const [file = binary, ...args] = command
  return { file, args }
}

/** Path of the anvil executable that npm installed for this platform. */
export function anvilBinary(): string {
  const require = createRequire(import.meta.url)
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  // The launcher package is resolved first: the platform's package is its optional dependency.
  const launcher = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  const manifest = launcher.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

const found = new Map<string, string | null>()

function findOnPath(name: string): string | null {
  const known = found.get(name)
  if (known !== undefined) return known
  const path = (process.env.PATH ?? '').split(':').map((folder) => join(folder || '/', name))
  const hit = process.platform === 'linux' ? path.find(isExecutable) : undefined
  found.set(name, hit ?? null)
  return hit ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
