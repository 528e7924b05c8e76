import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Terminal } from '../terminal/terminal.ts'
import { UsageError } from '../usageError.ts'
import { refuseSecrets } from './refuseSecrets.ts'

/** The service takes 1 MiB. */
const MAX_BYTES = 2 * 1024 ** 2

const FILE_NAME = /^\S+\.(?:json|txt|hex|raw)$/i

/**
 * What was named: the text itself, the contents of a file, or stdin (`-`, or nothing where stdin is no terminal).
 * @throws UsageError for a missing file: its name would be scanned as that of a site; and for what opens a wallet.
 */
export async function readText(given: string | undefined, terminal: Terminal): Promise<string> {
  const text = await textOf(given, terminal)
  await refuseSecrets(text)
  return text
}

async function textOf(given: string | undefined, { stdin }: Terminal): Promise<string> {
  if (given === '-' || (given === undefined && stdin.isTTY !== true)) {
    const text = await readStream(stdin)
    if (text.trim() === '')
      throw new UsageError(
        'Nothing is given: stdin is empty. Name a site, an address, a transaction or a file, or send it on stdin.',
      )
    return text
  }
  if (given === undefined) throw new UsageError('Nothing to scan: give it as an argument, or on stdin.')
  if (/^(0x|https?:|[{[])/i.test(given)) return given
  if (FILE_NAME.test(given) && !existsSync(given)) throw new UsageError(`No such file: ${given}.`)
  if (!existsSync(given) || !statSync(given).isFile()) return given
  if (statSync(given).size > MAX_BYTES) throw new UsageError(`${given} is larger than ${MAX_BYTES} bytes.`)
  return readFileSync(given, 'utf8')
}

/**
 * What an option names: JSON itself, a file, or stdin (`-`).
 * @throws UsageError that names the option and a missing file.
 */
export async function readNamedText(option: string, given: string, terminal: Terminal): Promise<string> {
  if (given !== '-' && !/^[{[]/.test(given) && !existsSync(given))
    throw new UsageError(`${option}: no such file: ${given}`)
  return readText(given, terminal)
}

async function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk))
    length += chunk.length
    if (length > MAX_BYTES) throw new UsageError(`stdin is longer than ${MAX_BYTES} bytes.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}
