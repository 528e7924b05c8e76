import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byChain, NETWORKS } from './chains/index.ts'
import { readConfig } from './config.ts'
import { VARIABLES } from './environment.ts'
import { maskUrl } from './maskUrl.ts'

describe('readConfig', () => {
  test('needs no variable at all', () => {
    const config = readConfig({})
    assert.equal(config.port, 8080)
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.databaseUrl, 'sqlite:./data/redoubt.db')
  })

  test('splits a comma list and leaves the other networks on their public endpoints', () => {
    const config = readConfig({ BSC_RPC_URLS: 'http://a:1 , https://b/path' })
    assert.deepEqual(config.rpcUrls.bsc, ['http://a:1', 'https://b/path'])
    assert.deepEqual(config.rpcUrls.polygon, [])
  })

  test('takes hosts and ports that may be private', () => {
    const { egressAllow } = readConfig({ EGRESS_ALLOW: 'Hooks.office.example:8443, 10.0.0.5:80 ,[::1]:9000' })
    assert.deepEqual(egressAllow, ['hooks.office.example:8443', '10.0.0.5:80', '[::1]:9000'])
    assert.deepEqual(readConfig({}).egressAllow, [])
  })

  test('two ports at one address are refused, and those of two addresses are not', () => {
    assert.throws(() => readConfig({ METRICS_PORT: '8080' }), /^Error: PORT and METRICS_PORT are both 8080\. Choose/)
    assert.throws(() => readConfig({ PORT: '9', METRICS_PORT: '9', HOST: '::1', METRICS_HOST: '::1' }), /both 9/)
    assert.equal(readConfig({ METRICS_PORT: '8080', METRICS_HOST: '::1' }).metricsAt?.port, 8080)
    assert.equal(readConfig({ PORT: '0' }).metricsAt, null)
  })

  test('takes proxies by address and network', () => {
    assert.deepEqual(readConfig({}).trustedProxies, [])
    const proxies = ['10.0.0.7', '10.0.0.0/8', 'fd00::/8']
    assert.deepEqual(readConfig({ TRUSTED_PROXIES: proxies.join(', ') }).trustedProxies, proxies)
    for (const TRUSTED_PROXIES of ['proxy.example', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '*'])
      assert.throws(() => readConfig({ TRUSTED_PROXIES }), /^Error: TRUSTED_PROXIES=…: entry 1/, TRUSTED_PROXIES)
  })

  test('takes DNS servers by address, and names that tell whether DNS works', () => {
    const servers = ['127.0.0.1', '10.0.0.53:5353', '::1', '[2001:db8::53]:53']
    assert.deepEqual(readConfig({ DNS_SERVERS: servers.join(', ') }).dnsServers, servers)
    assert.equal(readConfig({}).dnsServers, null)
    for (const DNS_SERVERS of ['ns1.example', 'localhost:53', '1.1.1.1:0', '1.1.1', '300.1.1.1', '[::1', ':53'])
      assert.throws(() => readConfig({ DNS_SERVERS }), /^Error: DNS_SERVERS=…: entry 1/, DNS_SERVERS)
    assert.ok(readConfig({}).dnsControlNames.length >= 3)
    assert.deepEqual(readConfig({ DNS_CONTROL_NAMES: 'Office.example' }).dnsControlNames, ['office.example'])
    assert.throws(() => readConfig({ DNS_CONTROL_NAMES: 'a b' }), /^Error: DNS_CONTROL_NAMES=…: entry 1/)
  })

  test('reads how many blocks must follow one, and which networks are watched', () => {
    const { ethereum, bsc, polygon } = readConfig({}).watchConfirmations
    assert.deepEqual({ ethereum, bsc, polygon }, { ethereum: 1, bsc: 2, polygon: 3 })
    const own = readConfig({}).maxHeadAgeSeconds
    assert.equal(own.ethereum, NETWORKS.ethereum.blocks.maxAgeSeconds)
    assert.deepEqual(readConfig({ MAX_HEAD_AGE_SECONDS: 'polygon=900, base=off' }).maxHeadAgeSeconds, {
      ...own,
      polygon: 900,
      base: null,
    })
    assert.ok(Object.values(readConfig({ MAX_HEAD_AGE_SECONDS: 'off' }).maxHeadAgeSeconds).every((age) => age === null))
    for (const MAX_HEAD_AGE_SECONDS of ['900', 'polygon', 'polygon=-1', 'off,polygon=1', 'tron=1'])
      assert.throws(() => readConfig({ MAX_HEAD_AGE_SECONDS }), /^Error: MAX_HEAD_AGE_SECONDS=/)
    const { watchConfirmations } = readConfig({ WATCH_CONFIRMATIONS: 'polygon=12 , ethereum=0' })
    assert.deepEqual(watchConfirmations, { ...byChain(() => null), ethereum: 0, polygon: 12 })
    const none = byChain(() => null)
    assert.deepEqual(readConfig({ WATCH_CONFIRMATIONS: 'off' }).watchConfirmations, none)
    for (const WATCH_CONFIRMATIONS of ['2', 'ethereum', 'ethereum=-1', 'ethereum=1000', 'off,bsc=1'])
      assert.throws(() => readConfig({ WATCH_CONFIRMATIONS }), /^Error: WATCH_CONFIRMATIONS=/)
    assert.throws(() => readConfig({ WATCH_CONFIRMATIONS: 'bsc=1,tron=1' }), /entry 2, "tron=1", is not valid/)
  })

  test('a model of hosts and a browser are the operator’s to bring', () => {
    const { urlModelFile, chromiumPath, clearSigningDir } = readConfig({
      URL_MODEL_FILE: '/etc/redoubt/hosts.bin',
      CHROMIUM_PATH: '/usr/bin/chromium',
      CLEAR_SIGNING_DIR: '/etc/redoubt/erc7730',
    })
    assert.deepEqual([urlModelFile, chromiumPath], ['/etc/redoubt/hosts.bin', '/usr/bin/chromium'])
    assert.equal(clearSigningDir, '/etc/redoubt/erc7730')
    const none = readConfig({})
    assert.deepEqual([none.urlModelFile, none.chromiumPath, none.clearSigningDir], [null, null, null])
  })

  describe('services that know contracts', () => {
    const none = byChain(() => null)

    test('without any setting only Sourcify is asked: it needs no key', () => {
      const { sourcifyUrl, etherscan, blockscoutUrls } = readConfig({}).explorers
      assert.equal(sourcifyUrl, 'https://sourcify.dev/server')
      assert.deepEqual([etherscan, blockscoutUrls], [{ urls: none, apiKey: null, perSecond: 3 }, none])
    })

    test('Sourcify can be turned off', () => {
      assert.equal(readConfig({ SOURCIFY_URL: 'off' }).explorers.sourcifyUrl, null)
    })

    test('a key of Etherscan is for all networks', () => {
      const { etherscan } = readConfig({ ETHERSCAN_API_KEY: 'KEY' }).explorers
      const url = 'https://api.etherscan.io/v2/api'
      assert.deepEqual(etherscan, { urls: byChain(() => url), apiKey: 'KEY', perSecond: 3 })
    })

    test('a service like Etherscan may need no key, and have an address for each network', () => {
      const { etherscan } = readConfig({ ETHERSCAN_URL: 'bsc=http://scan:1/api, polygon=http://scan:2/api' }).explorers
      assert.deepEqual(etherscan.urls, { ...none, bsc: 'http://scan:1/api', polygon: 'http://scan:2/api' })
    })

    test('Blockscout has an instance for each network', () => {
      const { blockscoutUrls } = readConfig({ BLOCKSCOUT_URLS: 'polygon=https://scout.example' }).explorers
      assert.deepEqual(blockscoutUrls, { ...none, polygon: 'https://scout.example' })
    })
  })

  const unclear = ['localhost', 'localhost:', ':80', 'a:0', 'a:65536', 'a:080', '127.1:80', '0x7f000001:80', '[::0]:80']
  for (const entry of [...unclear, '::1:80', 'http://a:80', 'a:80/x', '*.a:80', 'me@a:80', 'a b:80']) {
    test(`EGRESS_ALLOW=ok:80,${entry} is refused: it would never match, or more than was meant`, () => {
      assert.throws(
        () => readConfig({ EGRESS_ALLOW: `ok:80,${entry}` }),
        /^Error: EGRESS_ALLOW=…: entry 2, ".*", is not valid/,
      )
    })
  }

  const bad: Record<string, string> = {
    PORT: '80 80',
    DATABASE_URL: 'mysql://x',
    REDOUBT_SECRET: 'short',
    ETHEREUM_RPC_URLS: 'ftp://x',
    RPC_TIMEOUT_MS: '1e9',
    EGRESS_ALLOW: 'localhost',
    SOURCIFY_URL: 'sourcify.dev',
    ETHERSCAN_URL: 'fantom=https://x',
    BLOCKSCOUT_URLS: 'https://x',
    SIMULATOR_CHILDREN: '0',
    LOG_LEVEL: 'loud',
  }
  for (const [name, value] of Object.entries(bad)) {
    test(`names ${name} when it holds ${value}`, () => {
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`^Error: ${name}=.*Expected: `))
    })
  }

  test('does not repeat the secret in the error', () => {
    assert.throws(
      () => readConfig({ REDOUBT_SECRET: 'hunter2' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })

  const complaints: [string, string, RegExp][] = [
    [
      'ETHEREUM_RPC_URLS',
      'http://user:hunter2@x/?k=hunter2,ftp://y/hunter2',
      /: entry 2, "ftp:\/\/y\/…", is not valid/,
    ],
    ['BSC_RPC_URLS', 'http://x, ,http://y', /: entry 2, "", is not valid/],
    ['BSC_RPC_URLS', 'http://u:hunter2@:1', /: entry 1, "http:\/\/…", is not valid/],
    ['BSC_RPC_URLS', 'https://u:hunter2/hunter2@x y', /: entry 1, "https:\/\/…", is not valid/],
    ['ETHERSCAN_URL', 'bsc=ftp://x/?apikey=hunter2', /: entry 1, "…", is not valid/],
    ['LLM_API_KEY', 'hunter2 with blanks', /^LLM_API_KEY="…" is not valid/],
    ['LLM_BASE_URL', 'localhost:11434', /^LLM_BASE_URL=…: entry 1/],
    ['LLM_BASE_URL', 'http://127.0.0.1:11434/v1', /^LLM_MODEL is not set/],
    ['ETHERSCAN_API_KEY', 'hunter2 with blanks', /^ETHERSCAN_API_KEY="…" is not valid/],
    ['POLYGON_RPC_URLS', 'hunter2', /: entry 1, "…", is not valid/],
    ['DATABASE_URL', 'mysql://u:hunter2@db:1/x?password=hunter2', /^DATABASE_URL="mysql:\/\/…@db:1\/…" is not valid/],
    ['DATABASE_URL', 'u:hunter2@db', /^DATABASE_URL="…" is not valid/],
  ]
  for (const [name, value, message] of complaints) {
    test(`says what is wrong with ${name}=${value} and repeats no password`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => message.test(error.message) && !error.message.includes('hunter2'),
      )
    })
  }

  for (const PORT of ['0x10', '1e3', '80.0', '+80', '-1', '65536', '٣']) {
    test(`PORT=${PORT} is refused: decimal digits only`, () => {
      assert.throws(() => readConfig({ PORT }), /^Error: PORT=.* is not valid\. Expected: .*\(0 to 65535\)$/)
    })
  }

  test('a URL is shown without what may be secret', () => {
    assert.equal(maskUrl('postgres://me:pw@db:5432/x'), 'postgres://…@db:5432/…')
    assert.equal(maskUrl('postgres://me:p/w@db/x'), 'postgres://…')
    assert.equal(maskUrl('https://node.example/v2/KEY'), 'https://node.example/…')
    assert.equal(maskUrl('https://node.example'), 'https://node.example')
    assert.equal(maskUrl('sqlite:./data/redoubt.db'), 'sqlite:./data/redoubt.db')
  })

  test('describes every variable', () => {
    for (const schema of Object.values(VARIABLES)) assert.ok(schema.description.length > 10)
  })
})
