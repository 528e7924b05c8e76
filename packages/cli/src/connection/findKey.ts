import { promptSecret } from '../terminal/promptSecret.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usageError.ts'
import { readLogin, readSecretFile } from './savedLogin.ts'

export const DEFAULT_URL = 'http://127.0.0.1:8080'
const KEY = /^svc_(live|test)_[0-9A-Za-z]+$/

/** Where a key was found, to say so; the key itself is never said. */
export type FoundKey = { apiKey: string; from: string }

/** There is no key, or it cannot be one; exit code 4. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** The service to ask: option, environment, login, this machine. */
export function findUrl(option: string | undefined, env: Terminal['env']): string {
  return serviceUrl(option || env.REDOUBT_URL || readLogin(env)?.url || DEFAULT_URL)
}

/** @throws UsageError */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--url: expected an http or https address such as ${DEFAULT_URL}`)
  if (url.username !== '' || url.password !== '') throw new UsageError('--url: a key or password does not belong there')
  return text.replace(/\/+$/, '')
}

/**
 * Returns the key for a service: from `--key-file`, REDOUBT_API_KEY, REDOUBT_API_KEY_FILE, what `login` kept for this very
 * service, else asked for on a terminal. There is no option with a key, because other users of a machine see arguments.
 * @throws KeyError, KeyFileError
 */
export async function findKey(terminal: Terminal, url: string, keyFile: string | undefined): Promise<FoundKey> {
  const { env, stdin, stderr } = terminal
  if (keyFile !== undefined) return found(readSecretFile(keyFile), `the file ${keyFile}`)
  if (env.REDOUBT_API_KEY) return found(env.REDOUBT_API_KEY.trim(), 'REDOUBT_API_KEY')
  if (env.REDOUBT_API_KEY_FILE) return found(readSecretFile(env.REDOUBT_API_KEY_FILE), 'REDOUBT_API_KEY_FILE')
  const login = readLogin(env)
  if (login !== null && sameOrigin(login.url, url)) return found(login.apiKey, 'login')
  if (stdin.isTTY === true && stderr.isTTY === true)
    return found((await promptSecret(terminal, `API key for ${url} (not shown): `)).trim(), 'the prompt')
  throw new KeyError(
    `No API key for ${url}: set REDOUBT_API_KEY, give --key-file FILE (mode 0600), or keep one with "login".`,
  )
}

/** Looks at the shape only, so that a password or seed phrase is never sent. */
export function found(apiKey: string, from: string): FoundKey {
  if (KEY.test(apiKey)) return { apiKey, from }
  throw new KeyError(`${from} holds no API key: expected svc_live_… or svc_test_…`)
}

function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
