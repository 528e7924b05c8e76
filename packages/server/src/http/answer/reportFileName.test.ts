import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportFileName } from '../routes/risk.ts'

const CASES: Record<string, string> = {
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': 'risk-report-0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045.pdf',
  'trader.eth': 'risk-report-trader.eth.pdf',
  'https://app.example/swap?x="1"': 'risk-report-app.example-swap-x-1.pdf',
  'https://a.example/../../etc/passwd': 'risk-report-a.example-.-.-etc-passwd.pdf',
  'https://例え.example/\r\nx: y': 'risk-report-example-x-y.pdf',
  'https://': 'risk-report-entity.pdf',
}
for (const [entity, name] of Object.entries(CASES))
  test(JSON.stringify(entity), () => assert.equal(reportFileName(entity), name))

test('no name is longer than file systems take', () =>
  assert.ok(reportFileName(`https://${'a'.repeat(2_000)}.example`).length < 100))
