import { toFunctionSelector } from 'viem'
import { parseSignature } from '../../../packages/server/src/evm/decode/abiTypes.ts'

// What routers and vaults declare whose descriptors say only the selector or leave out the names, and which publish no package
// with their ABI. Read from their verified source; the selectors prove the types, not the names.
const ORDER =
  'address srcToken,address destToken,uint256 fromAmount,uint256 toAmount,uint256 quotedAmount,bytes32 metadata'
const GENERIC = `(${ORDER},address beneficiary) swapData`
const UNI = `(${ORDER},address beneficiary,bytes pools) uniData`
const BALANCER =
  '(uint256 fromAmount,uint256 toAmount,uint256 quotedAmount,bytes32 metadata,uint256 beneficiaryAndApproveFlag) balancerData'
const FEE = 'uint256 partnerAndFee,bytes permit'
const SWAP =
  '(address callTo,address approveTo,address sendingAssetId,address receivingAssetId,uint256 fromAmount,bytes callData,bool requiresDeposit)'
const LIFI = 'bytes32 _transactionId,string _integrator,string _referrer,address _receiver'

const DECLARED = [
  `swapExactAmountIn(address executor,${GENERIC},${FEE},bytes executorData)`,
  `swapExactAmountOut(address executor,${GENERIC},${FEE},bytes executorData)`,
  `swapExactAmountInPro(address executor,${GENERIC},${FEE},bytes executorData)`,
  `swapExactAmountOutPro(address executor,${GENERIC},${FEE},bytes executorData)`,
  `swapExactAmountInOnUniswapV2(${UNI},${FEE})`,
  `swapExactAmountOutOnUniswapV2(${UNI},${FEE})`,
  `swapExactAmountInOnUniswapV3(${UNI},${FEE})`,
  `swapExactAmountOutOnUniswapV3(${UNI},${FEE})`,
  `swapExactAmountInOnUniswapV4(${UNI},${FEE})`,
  `swapExactAmountOutOnUniswapV4(${UNI},${FEE})`,
  `swapExactAmountInOnCurveV1((uint256 curveData,uint256 curveAssets,${ORDER},address beneficiary) curveV1Data,${FEE})`,
  `swapExactAmountInOnCurveV2((uint256 curveData,uint256 i,uint256 j,address poolAddress,${ORDER},address beneficiary) curveV2Data,${FEE})`,
  `swapExactAmountInOnBalancerV2(${BALANCER},${FEE},bytes data)`,
  `swapExactAmountOutOnBalancerV2(${BALANCER},${FEE},bytes data)`,
  'swapExactAmountInOutOnMakerPSM((address srcToken,address destToken,uint256 fromAmount,uint256 toAmount,uint256 toll,uint256 to18ConversionFactor,address exchange,address gemJoinAddress,bytes32 metadata,uint256 beneficiaryDirectionApproveFlag) makerPSMData,bytes permit)',
  'swapOnAugustusRFQTryBatchFill((uint256 fromAmount,uint256 toAmount,uint8 wrapApproveDirection,bytes32 metadata,address beneficiary) data,((uint256 nonceAndMeta,uint128 expiry,address makerAsset,address takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount) order,bytes signature,uint256 takerTokenFillAmount,bytes permitTakerAsset,bytes permitMakerAsset)[] orders,bytes permit)',
  ...['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'].flatMap((pair) => [
    `swapTokensSingleV3${pair}(${LIFI},uint256 _minAmountOut,${SWAP} _swapData)`,
    `swapTokensMultipleV3${pair}(${LIFI},uint256 _minAmountOut,${SWAP}[] _swapData)`,
  ]),
  `swapTokensGeneric(bytes32 _transactionId,string _integrator,string _referrer,address _receiver,uint256 _minAmount,${SWAP}[] _swapData)`,
  'claimExitedAssets(uint256 positionTicket,uint256 timestamp,uint256 exitQueueIndex)',
  'deposit(address receiver,address referrer)',
  'enterExitQueue(uint256 shares,address receiver)',
  'updateStateAndDeposit(address receiver,address referrer,(bytes32 rewardsRoot,int160 reward,uint160 unlockedMevReward,bytes32[] proof) harvestParams)',
  'mintToken(uint256 eventId,uint256 tokenId,address receiver,uint256 expirationTime,bytes signature)',
  'deposit(bytes[] pubkeys,bytes[] withdrawal_credentials,bytes[] signatures,bytes32[] deposit_data_roots,uint256[] amounts_gwei)',
  // Odos, KyberSwap, OpenOcean, Socket, 0x Settler: routers of wallets.
  'swap((address inputToken,uint256 inputAmount,address inputReceiver,address outputToken,uint256 outputQuote,uint256 outputMin,address outputReceiver) tokenInfo,bytes pathDefinition,address executor,uint32 referralCode)',
  'swapMulti((address tokenAddress,uint256 amountIn,address receiver)[] inputs,(address tokenAddress,uint256 relativeValue,address receiver)[] outputs,uint256 valueOutMin,bytes pathDefinition,address executor,uint32 referralCode)',
  'swap((address callTarget,address approveTarget,bytes targetData,(address srcToken,address dstToken,address[] srcReceivers,uint256[] srcAmounts,address[] feeReceivers,uint256[] feeAmounts,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags,bytes permit) desc,bytes clientData) execution)',
  'swapSimpleMode(address caller,(address srcToken,address dstToken,address[] srcReceivers,uint256[] srcAmounts,address[] feeReceivers,uint256[] feeAmounts,address dstReceiver,uint256 amount,uint256 minReturnAmount,uint256 flags,bytes permit) desc,bytes executorData,bytes clientData)',
  'execute((address recipient,address buyToken,uint256 minAmountOut) slippage,bytes[] actions,bytes32 zid)',
  'exec(address operator,address token,uint256 amount,address target,bytes data)',
  'executeRoute(uint32 routeId,bytes routeData)',
]

/** Selector to declaration with names. */
export const DECLARATIONS: ReadonlyMap<string, string> = new Map(
  DECLARED.map((text) => [toFunctionSelector(`function ${parseSignature(text).canonical}`), text]),
)
