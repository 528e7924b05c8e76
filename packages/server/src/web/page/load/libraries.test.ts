import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { libraryOf } from './loadScripts.ts'

describe('scripts that are not read because everybody knows them', () => {
  const cases: [url: string, library: string | null][] = [
    ['https://code.jquery.com/jquery-3.7.1.min.js', 'code.jquery.com'],
    ['https://cdnjs.cloudflare.com/ajax/libs/ethers/6.7.0/ethers.umd.min.js', 'ethers'],
    ['https://cdn.jsdelivr.net/npm/vue@3/dist/vue.global.js', 'vue'],
    ['https://unpkg.com/web3', 'web3'],
    // Strangers' files on the same networks.
    ['https://cdn.jsdelivr.net/gh/someone/kit/main.js', null],
    ['https://cdn.jsdelivr.net/npm/claim-helper@1/index.js', null],
    ['https://unpkg.com/@someone/jquery@1/x.js', null],
    ['https://cdn.jsdelivr.net/combine/gh/someone/kit', null],
    ['https://code.jquery.com.evil.test/jquery.js', null],
  ]
  for (const [url, library] of cases) it(`${url}: ${library}`, () => assert.equal(libraryOf(new URL(url)), library))
})
