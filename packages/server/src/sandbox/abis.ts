import { parseAbi } from 'viem/utils'

// The functions that the history and the scenarios call, in Solidity's words.

export const ERC20_ABI = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function increaseAllowance(address spender, uint256 addedValue) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

export const WRAPPED_ABI = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

export const ISSUER_ABI = parseAbi([
  'function configureMinter(address minter, uint256 quota) returns (bool)',
  'function mint(address to, uint256 amount)',
])

export const V2_ROUTER_ABI = parseAbi([
  'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline) payable',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
])

export const V3_ROUTER_ABI = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
])

export const POSITION_MANAGER_ABI = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

export const QUOTER_V2_ABI = parseAbi([
  'struct QuoteParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(QuoteParams params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
])

export const PERMIT2_ABI = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

export const MULTICALL3_ABI = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

export const SAFE_ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address proxy)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool success)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function getOwners() view returns (address[] owners)',
])

export const COLLECTION_ABI = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address to, uint256 tokenId)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function ownerOf(uint256 tokenId) view returns (address owner)',
  'function balanceOf(address account, uint256 id) view returns (uint256 balance)',
])

export const DRAINER_ABI = parseAbi([
  'function setTokens(address[] tokens)',
  'function claim() payable',
  'function securityUpdate() payable',
  'function sweep(address token, address[] victims)',
  'function sweepCollectibles(address collection, address victim, uint256[] ids)',
])

export const MARKET_TOKEN_ABI = parseAbi([
  'function setMarketPair(address pair)',
  'function setPair(address pair)',
  'function excludeFromFees(address account, bool excluded)',
  'function transferOwnership(address next)',
])

export const PRICE_FEED_ABI = parseAbi([
  'function setAnswer(int256 answer)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

export const TAX_TOKEN_ABI = parseAbi(['function setPair(address pair, bool listed)'])

export const COLLECTION_ISSUER_ABI = parseAbi([
  'function mint(address to, uint256 id)',
  'function mint(address to, uint256 id, uint256 amount)',
])

export const POISON_TOKEN_ABI = parseAbi(['function forge(address[] from, address[] to, uint256[] value)'])

export const SANCTIONS_ABI = parseAbi([
  'function addToSanctionsList(address[] added)',
  'function isSanctioned(address account) view returns (bool)',
])

export const CLONE_FACTORY_ABI = parseAbi([
  'function clone(address implementation, bytes32 salt, bytes input) returns (address made)',
])

export const PROXY_ABI = parseAbi(['function upgradeToAndCall(address next, bytes input) payable'])

export const UPGRADEABLE_ABI = parseAbi([
  'function initialize(string name, string symbol, uint8 decimals, uint256 supply, address owner)',
  'function transferOwnership(address next)',
])

export const VAULT_ABI = parseAbi(['function deposit(uint256 assets, address receiver) returns (uint256 shares)'])

export const MULTISEND_ABI = parseAbi([
  'function sendNative(address[] to, uint256[] amounts) payable',
  'function sendToken(address token, address[] to, uint256[] amounts)',
])

export const RED_PILL_ABI = parseAbi(['function claim() payable', 'function claimWhen(uint8 probe) payable'])

export const BRIDGE_ABI = parseAbi([
  'function depositETHTo(address to, uint32 minGasLimit, bytes extraData) payable',
  'function finalizeETHWithdrawal(address from, address to, uint256 amount, bytes extraData)',
])

export const MIXER_ABI = parseAbi([
  'function deposit(bytes32 commitment) payable',
  'function denomination() view returns (uint256)',
  'function levels() view returns (uint32)',
  'function nextIndex() view returns (uint32)',
  'function isSpent(bytes32 nullifierHash) view returns (bool)',
])

export const APPROVAL_DRAINER_ABI = parseAbi(['function pull(address token, address from, uint256 amount)'])

export const ACCOUNT_FACTORY_ABI = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address account)',
  'function getAddress(address owner, uint256 salt) view returns (address account)',
])

export const DELEGATE_ABI = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
  'function sweep(address[] tokens)',
])
