/**
 * Where an ABI comes from. Earlier sources win when two declare the same canonical signature, so the standards come first.
 * Only signatures (facts about an interface) are taken, never code; the package's licence is recorded all the same.
 */
export type AbiSource = {
  /** Name the decoder answers in `DecodedCall.abi`. */
  abi: string
  /** Folder under node_modules; an npm alias where two versions are needed. */
  package: string
  /** JSON artefact (an array, or an object with `abi`), or a JavaScript module. */
  file: string
  /** Name of the export when `file` is a module. */
  member?: string
  /** View functions too: only for standards, whose reads appear inside multicalls. */
  views?: boolean
}

const oz4 = (abi: string, name: string, views = false): AbiSource => ({
  abi,
  package: 'openzeppelin-v4',
  file: `build/contracts/${name}.json`,
  views,
})
const oz5 = (abi: string, name: string, views = false): AbiSource => ({
  ...oz4(abi, name, views),
  package: 'openzeppelin-v5',
})
const aave = (abi: string, name: string): AbiSource => ({
  abi,
  package: '@aave-dao/aave-address-book',
  file: `dist/abis/${name}.mjs`,
  member: `${name}_ABI`,
})
const safe = '@safe-global/safe-contracts'
const gnosis = '@gnosis.pm/safe-contracts'
const artifact = (folder: string, name: string) => `${folder}/${name}.sol/${name}.json`

export const SOURCES: readonly AbiSource[] = [
  oz5('erc20', 'IERC20Metadata', true),
  oz4('erc20', 'ERC20'),
  oz5('erc20-permit', 'IERC20Permit', true),
  oz5('erc20-burnable', 'ERC20Burnable'),
  {
    abi: 'dai-permit',
    package: '@uniswap/v3-periphery',
    file: artifact('artifacts/contracts/interfaces/external', 'IERC20PermitAllowed'),
  },
  oz5('erc3009', 'IERC3009'),
  oz5('erc1363', 'IERC1363'),
  oz5('erc7674', 'IERC7674'),
  oz5('erc721', 'IERC721Enumerable', true),
  oz5('erc721', 'IERC721Metadata', true),
  oz5('erc721-burnable', 'ERC721Burnable'),
  oz5('erc1155', 'IERC1155MetadataURI', true),
  oz5('erc1155-burnable', 'ERC1155Burnable'),
  oz4('erc777', 'IERC777'),
  oz5('erc4626', 'IERC4626', true),
  oz5('erc6909', 'IERC6909'),
  oz5('erc20-errors', 'IERC20Errors'),
  oz5('erc721-errors', 'IERC721Errors'),
  oz5('erc1155-errors', 'IERC1155Errors'),
  oz5('safe-erc20', 'SafeERC20'),
  { abi: 'weth', package: 'canonical-weth', file: 'build/contracts/WETH9.json' },
  { abi: 'permit2', package: '@uniswap/permit2-sdk', file: 'dist/esm/abis/Permit2.json', views: true },
  { abi: 'multicall3', package: 'viem', file: '_esm/constants/abis.js', member: 'multicall3Abi', views: true },
  oz5('multicall', 'Multicall'),
  oz5('ownable', 'Ownable2Step'),
  oz5('access-control', 'IAccessControlEnumerable'),
  oz5('access-control', 'AccessControlDefaultAdminRules'),
  oz4('pausable-minter', 'ERC20PresetMinterPauser'),
  oz4('pausable-minter', 'ERC721PresetMinterPauserAutoId'),
  oz4('pausable-minter', 'ERC1155PresetMinterPauser'),
  oz5('pausable', 'Pausable'),
  oz5('proxy-admin', 'ProxyAdmin'),
  oz4('proxy-admin', 'ProxyAdmin'),
  oz4('transparent-proxy', 'ITransparentUpgradeableProxy'),
  oz5('uups', 'UUPSUpgradeable'),
  oz4('uups', 'UUPSUpgradeable'),
  oz5('beacon', 'UpgradeableBeacon'),
  oz5('initializable', 'Initializable'),
  oz5('timelock', 'TimelockController'),
  oz5('governor', 'IGovernor'),
  oz5('votes', 'IVotes'),
  oz5('vesting-wallet', 'VestingWallet'),
  oz5('erc2771-forwarder', 'ERC2771Forwarder'),
  { abi: 'uniswap-v2-router', package: '@uniswap/v2-periphery', file: 'build/IUniswapV2Router02.json' },
  { abi: 'uniswap-v2-pair', package: '@uniswap/v2-core', file: 'build/IUniswapV2Pair.json' },
  { abi: 'uniswap-v2-factory', package: '@uniswap/v2-core', file: 'build/IUniswapV2Factory.json' },
  { abi: 'uniswap-v3-router', package: '@uniswap/v3-periphery', file: artifact('artifacts/contracts', 'SwapRouter') },
  {
    abi: 'uniswap-v3-router2',
    package: '@uniswap/swap-router-contracts',
    file: artifact('artifacts/contracts/interfaces', 'ISwapRouter02'),
  },
  {
    abi: 'uniswap-v3-positions',
    package: '@uniswap/v3-periphery',
    file: artifact('artifacts/contracts', 'NonfungiblePositionManager'),
  },
  {
    abi: 'uniswap-v3-pool',
    package: '@uniswap/v3-core',
    file: artifact('artifacts/contracts/interfaces', 'IUniswapV3Pool'),
  },
  {
    abi: 'uniswap-v3-factory',
    package: '@uniswap/v3-core',
    file: artifact('artifacts/contracts/interfaces', 'IUniswapV3Factory'),
  },
  {
    abi: 'universal-router',
    package: '@uniswap/universal-router',
    file: artifact('artifacts/contracts', 'UniversalRouter'),
  },
  { abi: '0x-exchange-proxy', package: '@0x/contract-artifacts', file: 'lib/artifacts/IZeroEx.json' },
  { abi: 'safe', package: safe, file: artifact('build/artifacts/contracts', 'SafeL2') },
  { abi: 'safe-1.3', package: gnosis, file: artifact('build/artifacts/contracts', 'GnosisSafeL2') },
  { abi: 'safe-multisend', package: safe, file: artifact('build/artifacts/contracts/libraries', 'MultiSend') },
  { abi: 'safe-factory', package: safe, file: artifact('build/artifacts/contracts/proxies', 'SafeProxyFactory') },
  {
    abi: 'safe-factory-1.3',
    package: gnosis,
    file: artifact('build/artifacts/contracts/proxies', 'GnosisSafeProxyFactory'),
  },
  { abi: 'erc4337-entry-point', package: '@account-abstraction/contracts', file: 'artifacts/EntryPoint.json' },
  { abi: 'erc4337-entry-point-0.6', package: 'account-abstraction-v6', file: 'artifacts/EntryPoint.json' },
  { abi: 'erc4337-account', package: '@account-abstraction/contracts', file: 'artifacts/SimpleAccount.json' },
  { abi: 'erc4337-account-0.6', package: 'account-abstraction-v6', file: 'artifacts/SimpleAccount.json' },
  oz5('erc7579-account', 'IERC7579Execution'),
  oz5('erc7579-account', 'IERC7579ModuleConfig'),
  oz5('erc7821', 'IERC7821'),
  { abi: 'seaport', package: '@opensea/seaport-js', file: 'lib/abi/Seaport.js', member: 'SeaportABI' },
  aave('aave-v3-pool', 'IPool'),
  aave('aave-v2-pool', 'ILendingPool'),
  aave('aave-gateway', 'IWrappedTokenGatewayV3'),
  aave('aave-rewards', 'IRewardsController'),
  aave('aave-token', 'IATokenWithDelegation'),
  aave('aave-stk', 'IStkAaveToken'),
  aave('aave-umbrella', 'IUmbrellaStakeToken'),
  oz5('reentrancy-guard', 'ReentrancyGuard'),
  oz5('address-errors', 'Address'),
]

/** Interfaces that no small package carries, written down from the EIP or the contract's published interface. */
export const BY_HAND: readonly { abi: string; source: string; signatures: readonly string[] }[] = [
  {
    abi: 'batch-account',
    source: 'common smart account interfaces (ERC-4337 reference accounts 0.6-0.8, Zodiac modules)',
    signatures: [
      'function executeBatch((address target, uint256 value, bytes data)[] calls)',
      'function executeBatch(address[] dest, bytes[] func)',
      'function executeBatch(address[] dest, uint256[] value, bytes[] func)',
      'function execute((address target, uint256 value, bytes data)[] calls) payable',
      'function execute(address to, uint256 value, bytes data, uint8 operation) payable returns (bytes result)',
    ],
  },
  {
    abi: 'multicall3',
    source: 'mds1/multicall3 published interface (0xcA11bde05977b3631167028862bE2a173976CA11)',
    signatures: [
      'function aggregate((address target, bytes callData)[] calls) payable',
      'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
      'function blockAndAggregate((address target, bytes callData)[] calls) payable',
      'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
      'function tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls) payable',
    ],
  },
  {
    abi: 'multicall',
    source: 'Uniswap periphery MulticallExtended and Multicall2',
    signatures: [
      'function multicall(bytes[] data) payable returns (bytes[] results)',
      'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
      'function multicall(bytes32 previousBlockhash, bytes[] data) payable returns (bytes[] results)',
    ],
  },
  {
    abi: '1inch-router',
    source: '1inch AggregationRouter V5 and V6 published interface',
    signatures: [
      'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
      'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes permit, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
      'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
      'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
      'function ethUnoswap(uint256 minReturn, uint256 dex) payable returns (uint256 returnAmount)',
      'function unoswap(address srcToken, uint256 amount, uint256 minReturn, uint256[] pools) payable returns (uint256 returnAmount)',
      'function uniswapV3Swap(uint256 amount, uint256 minReturn, uint256[] pools) payable returns (uint256 returnAmount)',
    ],
  },
  {
    abi: 'algebra-router',
    source: 'Algebra (QuickSwap V3) SwapRouter published interface',
    signatures: [
      'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) payable returns (uint256 amountOut)',
      'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 limitSqrtPrice) params) payable returns (uint256 amountIn)',
    ],
  },
  {
    abi: 'tether',
    source: 'TetherToken published interface',
    signatures: [
      'function increaseApproval(address spender, uint256 addedValue) returns (bool)',
      'function decreaseApproval(address spender, uint256 subtractedValue) returns (bool)',
    ],
  },
  {
    abi: 'delegation-framework',
    source: 'MetaMask delegation-framework published interface (IDelegationManager)',
    signatures: ['function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)'],
  },
]
