import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { size } from 'viem'
import { keccak256 } from 'viem/utils'
import { type OriginalName, originals, readOriginal } from '../testing/readOriginal.ts'
import { generatedArtifacts } from './readArtifact.ts'

const here = import.meta.dirname
const tool = `${here}/../../../../../tools/contracts`
const thirdParty = ['ConduitController', 'Multicall3', 'Permit2', 'Seaport']
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

type Generated = {
  contractName: string
  sourceSha256: Record<string, string>
  provenance?: { package: string; version: string; licence: string }
}
const generated = (name: string): Generated => JSON.parse(readFileSync(`${here}/${name}.generated.json`, 'utf8'))

test('every contract source has an artefact and every artefact a source', () => {
  const sources = readdirSync(`${tool}/src`).filter((file) => file.endsWith('.sol'))
  const expected = [...sources.map((file) => file.slice(0, -'.sol'.length)), ...thirdParty].sort()
  const files = readdirSync(here).filter((file) => file.endsWith('.generated.json'))
  assert.deepEqual(files.map((file) => file.slice(0, -'.generated.json'.length)).sort(), expected)
  assert.deepEqual([...generatedArtifacts], expected)
})

for (const name of generatedArtifacts.filter((each) => !thirdParty.includes(each))) {
  test(`${name} is compiled from the committed sources (else: npm run gen:contracts)`, () => {
    const { contractName, sourceSha256 } = generated(name)
    assert.equal(contractName, name)
    assert.ok(sourceSha256[`src/${name}.sol`])
    for (const [unit, digest] of Object.entries(sourceSha256)) assert.equal(digest, sha256(`${tool}/${unit}`), unit)
  })
}

test('third-party artefacts come from the locked package versions and are permissively licensed', () => {
  const { packages } = JSON.parse(readFileSync(`${tool}/package-lock.json`, 'utf8'))
  for (const name of thirdParty) {
    const { provenance } = generated(name)
    assert.ok(provenance)
    assert.equal(packages[`node_modules/${provenance.package}`].version, provenance.version)
    assert.match(provenance.licence, /^MIT( AND Apache-2\.0)?$/)
  }
})

test("the committed Permit2 holds our transfer library, not the AGPL one it's published with", () => {
  const units = Object.entries(generated('Permit2').sourceSha256).filter(([unit]) => unit.startsWith('lib/'))
  assert.equal(units.length, 2)
  for (const [unit, digest] of units) assert.equal(digest, sha256(`${tool}/permit2/${unit.split('/').at(-1)}`), unit)
})

test('every artefact reads: an ABI, and code within the limits of EIP-170 and EIP-3860', () => {
  for (const name of [...generatedArtifacts, ...(Object.keys(originals) as OriginalName[])]) {
    const { abi, bytecode, deployedBytecode } = readOriginal(name)
    assert.ok(Array.isArray(abi), name)
    assert.match(bytecode, /^0x([0-9a-f]{2})+$/, name)
    assert.ok(size(bytecode) <= 49152, name)
    assert.ok(size(deployedBytecode) > 0 && size(deployedBytecode) <= 24576, name)
  }
})

test('the packages hold the real Uniswap code: the init code hashes the routers derive pool addresses with', () => {
  const v2 = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
  const v3 = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
  assert.equal(keccak256(readOriginal('UniswapV2Pair').bytecode), v2)
  assert.equal(keccak256(readOriginal('UniswapV3Pool').bytecode), v3)
})
