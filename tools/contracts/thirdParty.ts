import { readFileSync } from 'node:fs'
import { encodeDeployData, getCreate2Address, keccak256 } from 'viem'
import { type CompiledContract, type CompileRequest, compile } from './compile.ts'

export type Provenance = { package: string; version: string; file: string; licence: string; notice: string }

const here = import.meta.dirname
const read = (root: string) => (unit: string) => readFileSync(`${root}/${unit}`, 'utf8')

const PERMIT2 = `${here}/node_modules/@uniswap/v4-periphery/lib/permit2`
const PERMIT2_ADDRESS = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const CREATE2_FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const PERMIT2_SALT = '0x0000000000000000000000000000000000000000d3af2663da51c10215000000'

/** As Uniswap's foundry.toml has it. */
const permit2: CompileRequest = {
  solc: 'solc-0.8.17',
  settings: {
    optimizer: { enabled: true, runs: 1_000_000 },
    viaIR: true,
    metadata: { bytecodeHash: 'none' },
    remappings: ['solmate/=lib/solmate/'],
  },
  file: 'src/Permit2.sol',
  contractName: 'Permit2',
  read: read(PERMIT2),
}

/** Proves that package, compiler and settings are those of the Permit2 that lives at the canonical address. */
function provePermit2() {
  const address = getCreate2Address({
    from: CREATE2_FACTORY,
    salt: PERMIT2_SALT,
    bytecodeHash: keccak256(compile(permit2).bytecode),
  })
  if (address !== PERMIT2_ADDRESS) throw new Error(`Permit2 compiled to ${address}, not to ${PERMIT2_ADDRESS}`)
  console.log(`proved: the package's Permit2 deploys to ${address}`)
}

/**
 * Permit2 as published, but for one library. The canonical bytes inline solmate 6.6.2's SafeTransferLib, which is
 * AGPL-3.0-only: they are built for the proof and thrown away. What is committed has our own library in its place,
 * so it is not the canonical code hash and must be placed at the canonical address rather than deployed there.
 */
function compilePermit2(): CompiledContract {
  return compile({
    ...permit2,
    read: (unit) =>
      unit.startsWith('lib/solmate/')
        ? readFileSync(`${here}/permit2/${unit.slice(unit.lastIndexOf('/') + 1)}`, 'utf8')
        : permit2.read(unit),
  })
}

const OPENSEA_FACTORY = '0x0000000000FFe8B47B3e2130213B802212439497'
const SEAPORT_ADDRESS = '0x0000000000000068F116a894984e2DB1123eB395'
const SEAPORT_SALT = '0x0000000000000000000000000000000000000000d738b7f0bb99901b1c83f249'
const CONDUIT_CONTROLLER = '0x00000000F9490004C11Cef243f5400493c00Ad63'

/** As Seaport's foundry.toml has it for 1.6; its conduit controller was deployed from an older compiler's output. */
const seaport = (file: string, contractName: string): CompileRequest => ({
  solc: 'solc-0.8.24',
  settings: {
    optimizer: { enabled: true, runs: 4_294_967_295 },
    viaIR: true,
    evmVersion: 'cancun',
    metadata: { bytecodeHash: 'none' },
  },
  file: `seaport-core/${file}`,
  contractName,
  read: read(`${here}/node_modules`),
})

/** Seaport 1.6 as it is deployed: factory, salt and what is compiled here give its address. */
function compileSeaport(): CompiledContract {
  const made = compile(seaport('src/Seaport.sol', 'Seaport'))
  const code = encodeDeployData({ abi: made.abi, bytecode: made.bytecode, args: [CONDUIT_CONTROLLER] })
  const bytecodeHash = keccak256(code)
  const address = getCreate2Address({ from: OPENSEA_FACTORY, salt: SEAPORT_SALT, bytecodeHash })
  if (address !== SEAPORT_ADDRESS) throw new Error(`Seaport compiled to ${address}, not to ${SEAPORT_ADDRESS}`)
  console.log(`proved: the package's Seaport deploys to ${address}`)
  return made
}

/** Contracts of other projects, permissively licensed only: these may be committed as generated files. */
export function compileThirdParty(): (CompiledContract & { provenance: Provenance })[] {
  provePermit2()
  const opensea = (file: string): Provenance => ({
    package: 'seaport-core',
    version: '1.6.6',
    file,
    licence: 'MIT',
    notice: 'Copyright (c) 2023 Ozone Networks, Inc. MIT licence.',
  })
  const controller = 'src/conduit/ConduitController.sol'
  return [
    { ...compileSeaport(), provenance: opensea('src/Seaport.sol') },
    { ...compile(seaport(controller, 'ConduitController')), provenance: opensea(controller) },
    {
      ...compilePermit2(),
      provenance: {
        package: '@uniswap/v4-periphery',
        version: '1.0.3',
        file: 'lib/permit2/src/Permit2.sol',
        licence: 'MIT AND Apache-2.0',
        notice:
          'Copyright (c) 2022 Uniswap Labs, MIT licence. Token transfer library replaced by our own (Apache-2.0).',
      },
    },
    {
      ...compile({
        solc: 'solc-0.8.12',
        settings: { optimizer: { enabled: true, runs: 10_000_000 }, metadata: { bytecodeHash: 'none' } },
        file: 'src/v0.8/vendor/multicall/ebd8b64/src/Multicall3.sol',
        contractName: 'Multicall3',
        read: read(`${here}/node_modules/@chainlink/contracts`),
      }),
      provenance: {
        package: '@chainlink/contracts',
        version: '1.5.0',
        file: 'src/v0.8/vendor/multicall/ebd8b64/src/Multicall3.sol',
        licence: 'MIT',
        notice: 'Michael Elliot, Joshua Levine, Nick Johnson, Andreas Bigger, Matt Solomon. MIT licence.',
      },
    },
  ]
}
