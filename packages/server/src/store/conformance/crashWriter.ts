import { writeSync } from 'node:fs'
import { openStore } from '../openStore.ts'

// Writes scans as fast as it can and says each id once it is acknowledged, until it is killed.
// node crashWriter.ts DATABASE_URL FIRST

const [url = '', first = '0'] = process.argv.slice(2)
const store = await openStore(url, null)
await store.migrate()
for (let i = Number(first); ; i++) {
  await store.scanRecords.add({
    requestId: `r${i}`,
    accountId: 'acc_crash',
    environment: 'live',
    keyId: 'key_1',
    kind: 'transaction',
    chain: 'ethereum',
    subject: '0x',
    riskScore: 0,
    riskLevel: 'safe',
    rulesetVersion: '1',
    input: '{}',
    result: JSON.stringify('x'.repeat(2000)),
    createdAt: i,
  })
  writeSync(1, `${i}\n`)
}
