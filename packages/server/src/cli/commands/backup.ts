import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { inspectBackup, restoreBackup } from '../../store/backup/restoreBackup.ts'
import { writeBackup } from '../../store/backup/writeBackup.ts'
import { openEngine, sqliteFileOf } from '../../store/openStore.ts'
import { isoTime, printJson } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

type Options = { json: boolean }

/** `redoubt backup FILE`: the database of DATABASE_URL as it is, whatever its migrations, beside a running service. */
export async function backup(name: string, { json }: Options): Promise<void> {
  const { databaseUrl, secret } = readOwnConfig()
  const database = sqliteFileOf(databaseUrl)
  if (database !== null && !existsSync(database)) throw new Error(`There is no database ${database}.`)
  const file = resolve(name)
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}. Make it, or name another file.`)
  const { engine, keyring } = await openEngine(databaseUrl, secret)
  const madeAt = Date.now()
  try {
    const rows = await untilInterrupted('Nothing was backed up', (signal) =>
      writeBackup(engine, keyring, file, { version: packageJson.version, now: madeAt, signal }),
    )
    if (json) printJson({ file, rows, madeAt: isoTime(madeAt), version: packageJson.version })
    else
      process.stdout.write(
        `${file}: ${rows} rows. It holds no secret: keep REDOUBT_SECRET, or the .secret file, elsewhere.\n`,
      )
  } finally {
    await engine.db.destroy()
  }
}

/** `redoubt restore FILE`: into the empty database of DATABASE_URL. */
export async function restore(name: string, { json }: Options): Promise<void> {
  const { databaseUrl, secret } = readOwnConfig()
  const file = resolve(name)
  const header = await inspectBackup(file)
  const database = sqliteFileOf(databaseUrl)
  if (database !== null && secret === null && !existsSync(`${database}.secret`)) {
    throw new Error(
      `${database}.secret is missing, and without the secret of the backup none of its API keys is valid. Put the .secret file of the ` +
        'database that was backed up there, or set REDOUBT_SECRET to its content.',
    )
  }
  const isNew = database !== null && !existsSync(database)
  const { engine, keyring } = await openEngine(databaseUrl, secret)
  let restored = false
  try {
    const rows = await untilInterrupted('Nothing was restored', (signal) =>
      restoreBackup(engine, keyring, file, { header, signal }),
    )
    restored = true
    const { version } = header
    const madeAt = isoTime(header.madeAt)
    if (json) printJson({ file, rows, madeAt, version })
    else process.stdout.write(`${rows} rows restored, as of ${madeAt}. Keys that were revoked later are valid again.\n`)
  } finally {
    await engine.db.destroy()
    // A database that did not exist before must not be found half made.
    if (isNew && !restored)
      for (const suffix of ['', '-wal', '-shm', '.reserve']) rmSync(database + suffix, { force: true })
  }
}

/** Lets SIGINT and SIGTERM end work that cleans up after itself. @param outcome for the sentence: what it came to. */
async function untilInterrupted<Value>(outcome: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const interrupted = new AbortController()
  const stop = (signal: NodeJS.Signals) => interrupted.abort(new Error(`${outcome}: ended by ${signal}.`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}
