import { readFileSync, statSync } from 'node:fs'

/**
 * Returns a secret from a file, from a variable, or from the file that a variable names. There is no option with the secret itself,
 * because other users of a machine see arguments. It is never part of a message.
 * @throws Error
 */
export function readSecret(name: string, file: string | undefined, env: NodeJS.ProcessEnv): string | null {
  const path = file ?? (env[name] ? undefined : env[`${name}_FILE`])
  if (path === undefined) return env[name]?.trim() || null
  const { mode } = statSync(path)
  // Windows has no such bits; there the folder of a user is its own.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`${path} can be read by other users: chmod 600 ${path}`)
  return readFileSync(path, 'utf8').trim() || null
}
