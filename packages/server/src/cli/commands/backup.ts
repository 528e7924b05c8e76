import { existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { inspectBackup, restoreBackup } from '../../store/backup/restoreBackup.ts'
import { writeBackup } from '../../store/backup/writeBackup.ts'
import { openEngine, sqliteFileOf } from '../../store/openStore.ts'
import { isoTime } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** `redoubt backup FILE`: the database of DATABASE_URL as it is, whatever its migrations, beside a running service. */
export async function backup(name: string): Promise<void> {
  const { databaseUrl, secret } = readOwnConfig()
  const database = sqliteFileOf(databaseUrl)
  if (database !== null && !existsSync(database)) throw new Error(`There is no database ${database}.`)
  const file = resolve(name)
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}. Make it, or name another file.`)
  const { engine, keyring } = await openEngine(databaseUrl, secret)
  try {
    const rows = await writeBackup(engine, keyring, file, { version: packageJson.version, now: Date.now() })
    process.stdout.write(
      `${file}: ${rows} rows. It holds no secret: keep REDOUBT_SECRET, or the .secret file, elsewhere.\n`,
    )
  } finally {
    await engine.db.destroy()
  }
}

/** `redoubt restore FILE`: into the empty database of DATABASE_URL. */
export async function restore(name: string): Promise<void> {
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
    const rows = await restoreBackup(engine, keyring, file, header)
    restored = true
    process.stdout.write(
      `${rows} rows restored, as of ${isoTime(header.madeAt)}. Keys that were revoked later are valid again.\n`,
    )
  } finally {
    await engine.db.destroy()
    // A database that did not exist before must not be found half made.
    if (isNew && !restored)
      for (const suffix of ['', '-wal', '-shm', '.reserve']) rmSync(database + suffix, { force: true })
  }
}
