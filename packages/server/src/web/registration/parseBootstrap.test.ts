import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBootstrap, REGISTRY_SERVERS, registryUrl } from './registryOf.ts'

describe('parseBootstrap', () => {
  it('gives the server of each suffix, https where there is a choice, with a slash at the end', () => {
    const servers = parseBootstrap({
      version: '1.0',
      services: [
        [
          ['Test', 'co.test'],
          ['http://rdap.test/', 'https://rdap.test/v1'],
        ],
        [['plain'], ['http://rdap.plain/']],
      ],
    })
    assert.deepEqual(
      [...servers],
      [
        ['test', 'https://rdap.test/v1/'],
        ['co.test', 'https://rdap.test/v1/'],
        ['plain', 'http://rdap.plain/'],
      ],
    )
  })

  it('leaves out what is of another shape', () => {
    const services = [
      null,
      [['a']],
      [['b'], []],
      [['c'], ['ftp://x/', 'javascript:1', 7, 'https://x/?q', `https://x/${'a'.repeat(2_000)}`]],
      ['d', ['https://x/']],
      [[7, 'e'], ['https://x/']],
    ]
    assert.deepEqual([...parseBootstrap({ services })], [['e', 'https://x/']])
  })

  it('refuses what is no bootstrap registry', () => {
    for (const json of [null, [], {}, 'services', { services: {} }]) {
      assert.throws(() => parseBootstrap(json), TypeError)
    }
  })
})

describe('REGISTRY_SERVERS', () => {
  it('holds base URLs of servers that speak https', () => {
    for (const [suffix, server] of REGISTRY_SERVERS) {
      assert.equal(registryUrl(server), server, suffix)
      assert.match(server, /^https:/)
      assert.match(suffix, /^[a-z]+$/)
    }
  })
})
