import { writeSync } from 'node:fs'
import { openStore } from '../openStore.ts'
import { importVersion } from './intelCrash.ts'

// Imports one version of a list after the other, saying when each begins and ends, until it is killed.
// node intelCrashWriter.ts DATABASE_URL SECRET FIRST

const [url = '', secret = '', first = '0'] = process.argv.slice(2)
const store = await openStore(url, secret)
for (let version = Number(first); ; version++) {
  writeSync(1, `begin ${version}\n`)
  await importVersion(store, version)
  writeSync(1, `done ${version}\n`)
}
