import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eppStatuses, hostNames, registrarName } from './parseWhois.ts'

describe('words of registries', () => {
  it('names the registrar, cleaned, and none where none is named', () => {
    assert.equal(registrarName(' Example\u200b Registrar,\nInc. '), 'Example[U+200B] Registrar, Inc.')
    for (const said of ['', '  ', 'REDACTED FOR PRIVACY', 'Not Available', 'n/a', '-', null, 7, ['x']]) {
      assert.equal(registrarName(said), null, String(said))
    }
    assert.equal(registrarName('x'.repeat(500))?.length, 120)
  })

  it('takes host names only', () => {
    const said = ['NS1.DNS.TEST.', 'ns1.dns.test 192.0.2.1', 'ns2.dns.test[OK]', 'localhost', '<b>.test', '', null]
    assert.deepEqual(hostNames(said), ['ns1.dns.test', 'ns2.dns.test'])
  })

  it('writes statuses as EPP does, from every source', () => {
    const said = [
      'clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
      'client delete prohibited',
      'SERVER_HOLD',
      'serverHold (https://icann.org/epp#serverHold)',
      'active',
      'associated',
      'Registered until expiry date.',
      null,
    ]
    assert.deepEqual(eppStatuses(said), [
      'clientTransferProhibited',
      'clientDeleteProhibited',
      'serverHold',
      'ok',
      'linked',
    ])
  })
})
