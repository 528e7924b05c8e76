import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scanSample } from '../scans/contract/testContractScan.ts'
import { scanSampleUrl } from '../scans/url/testUrlScan.ts'
import { sourcesOfContract, sourcesOfUrl } from './entityResults.ts'

const AT = Date.UTC(2026, 10, 21)
const DAY = '2026-11-21T00:00:00.000Z'
const names = (sources: readonly { name: string }[]) => sources.map(({ name }) => name)

describe('the sources of a contract', () => {
  test('are named with the date of what they said', async () => {
    const { result } = await scanSample()
    const sources = sourcesOfContract(result, AT)
    assert.deepEqual(sources[0], { name: 'Chain state at the block', asOf: DAY })
    assert.deepEqual(sources[1], { name: 'Bytecode analysis', asOf: null })
    assert.deepEqual(sources.at(-1), { name: 'Lists, the oldest of them', asOf: result.intelAsOf })
  })

  test('are only those that gave something', async () => {
    const { result } = await scanSample()
    const without = { ...result, blockNumber: null as never, trade: null }
    const left = names(
      sourcesOfContract({ ...without, contractDetails: { ...result.contractDetails, verifiedBy: null } }, AT),
    )
    assert.deepEqual(left, ['Bytecode analysis', 'Lists, the oldest of them'])
    const verified = { ...result, contractDetails: { ...result.contractDetails, verifiedBy: 'sourcify' as never } }
    assert.ok(names(sourcesOfContract(verified, AT)).includes('sourcify'))
  })
})

describe('the sources of a site', () => {
  test('are the visit, the certificate, the registration, the model of names and the lists', async () => {
    const { result } = await scanSampleUrl()
    assert.deepEqual(names(sourcesOfUrl(result)), [
      ...['Visit of the page', 'Certificate', 'Registration', 'Model of names', 'Lists, the oldest of them'],
    ])
  })

  test('each list is named once, with the first date', async () => {
    const { result } = await scanSampleUrl()
    const entry = (source: string, listedSince: string) => ({ ...result.listed?.[0], source, listedSince })
    const listed = [entry('Ours', '2026-01-01'), entry('Ours', '2026-02-02'), entry('Theirs', '2026-03-03')] as never
    const sources = sourcesOfUrl({ ...result, listed }).filter(({ name }) => /ours|theirs/i.test(name))
    assert.deepEqual(sources, [
      { name: 'Ours', asOf: '2026-01-01' },
      { name: 'Theirs', asOf: '2026-03-03' },
    ])
  })

  test('of what could not be reached are fewer', async () => {
    const { result } = await scanSampleUrl()
    const bare = { ...result, reached: null, certificate: null, details: { ...result.details, domainAge: null } }
    assert.deepEqual(names(sourcesOfUrl(bare)), ['Model of names', 'Lists, the oldest of them'])
  })
})
