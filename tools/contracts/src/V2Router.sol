// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {V2Quotes} from "./base/V2Quotes.sol";
import {IWrapped, IToken, TokenMoves} from "./base/TokenMoves.sol";
import {V2Factory} from "./V2Factory.sol";
import {V2Pair} from "./V2Pair.sol";

/// @title Trades with pools and fills them, with the interface of the second Uniswap V2 router.
contract V2Router is V2Quotes {
    address public immutable WETH;

    constructor(address factory_, address wrapped) V2Quotes(factory_) {
        WETH = wrapped;
    }

    modifier before(uint256 deadline) {
        require(deadline >= block.timestamp, "UniswapV2Router: EXPIRED");
        _;
    }

    receive() external payable {
        assert(msg.sender == WETH);
    }

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 desiredA,
        uint256 desiredB,
        uint256 minA,
        uint256 minB,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        (amountA, amountB) = _deposit(tokenA, tokenB, desiredA, desiredB, minA, minB);
        address pair = _pair(tokenA, tokenB);
        _pull(tokenA, pair, amountA);
        _pull(tokenB, pair, amountB);
        liquidity = V2Pair(pair).mint(to);
    }

    function addLiquidityETH(
        address token,
        uint256 desired,
        uint256 minTokens,
        uint256 minCoins,
        address to,
        uint256 deadline
    ) external payable before(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        (amountToken, amountETH) = _deposit(token, WETH, desired, msg.value, minTokens, minCoins);
        address pair = _pair(token, WETH);
        _pull(token, pair, amountToken);
        _wrapInto(pair, amountETH);
        liquidity = V2Pair(pair).mint(to);
        if (msg.value > amountETH) _payCoins(msg.sender, msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 minA,
        uint256 minB,
        address to,
        uint256 deadline
    ) public before(deadline) returns (uint256 amountA, uint256 amountB) {
        address pair = _pair(tokenA, tokenB);
        _pull(pair, pair, liquidity);
        (uint256 amount0, uint256 amount1) = V2Pair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        require(amountA >= minA, "UniswapV2Router: INSUFFICIENT_A_AMOUNT");
        require(amountB >= minB, "UniswapV2Router: INSUFFICIENT_B_AMOUNT");
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 minTokens,
        uint256 minCoins,
        address to,
        uint256 deadline
    ) public returns (uint256 amountToken, uint256 amountETH) {
        (amountToken, amountETH) =
            removeLiquidity(token, WETH, liquidity, minTokens, minCoins, address(this), deadline);
        _pay(token, to, amountToken);
        _unwrapTo(to, amountETH);
    }

    function removeLiquidityETHSupportingFeeOnTransferTokens(
        address token,
        uint256 liquidity,
        uint256 minTokens,
        uint256 minCoins,
        address to,
        uint256 deadline
    ) public returns (uint256 amountETH) {
        (, amountETH) = removeLiquidity(token, WETH, liquidity, minTokens, minCoins, address(this), deadline);
        _pay(token, to, IToken(token).balanceOf(address(this)));
        _unwrapTo(to, amountETH);
    }

    function removeLiquidityWithPermit(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 minA,
        uint256 minB,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountA, uint256 amountB) {
        _permit(_pair(tokenA, tokenB), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        (amountA, amountB) = removeLiquidity(tokenA, tokenB, liquidity, minA, minB, to, deadline);
    }

    function removeLiquidityETHWithPermit(
        address token,
        uint256 liquidity,
        uint256 minTokens,
        uint256 minCoins,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountToken, uint256 amountETH) {
        _permit(_pair(token, WETH), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        (amountToken, amountETH) = removeLiquidityETH(token, liquidity, minTokens, minCoins, to, deadline);
    }

    function removeLiquidityETHWithPermitSupportingFeeOnTransferTokens(
        address token,
        uint256 liquidity,
        uint256 minTokens,
        uint256 minCoins,
        address to,
        uint256 deadline,
        bool approveMax,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 amountETH) {
        _permit(_pair(token, WETH), approveMax ? type(uint256).max : liquidity, deadline, v, r, s);
        amountETH = removeLiquidityETHSupportingFeeOnTransferTokens(token, liquidity, minTokens, minCoins, to, deadline);
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        amounts = _sell(amountIn, minOut, path);
        _pull(path[0], _pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, to);
    }

    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 maxIn,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        amounts = _buy(amountOut, maxIn, path);
        _pull(path[0], _pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 minOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        require(path[0] == WETH, "UniswapV2Router: INVALID_PATH");
        amounts = _sell(msg.value, minOut, path);
        _wrapInto(_pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, to);
    }

    function swapTokensForExactETH(
        uint256 amountOut,
        uint256 maxIn,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        require(path[path.length - 1] == WETH, "UniswapV2Router: INVALID_PATH");
        amounts = _buy(amountOut, maxIn, path);
        _pull(path[0], _pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, address(this));
        _unwrapTo(to, amountOut);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256[] memory amounts) {
        require(path[path.length - 1] == WETH, "UniswapV2Router: INVALID_PATH");
        amounts = _sell(amountIn, minOut, path);
        _pull(path[0], _pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, address(this));
        _unwrapTo(to, amounts[amounts.length - 1]);
    }

    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        before(deadline)
        returns (uint256[] memory amounts)
    {
        require(path[0] == WETH, "UniswapV2Router: INVALID_PATH");
        amounts = _buy(amountOut, msg.value, path);
        _wrapInto(_pair(path[0], path[1]), amounts[0]);
        _hops(amounts, path, to);
        if (msg.value > amounts[0]) _payCoins(msg.sender, msg.value - amounts[0]);
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) {
        _pull(path[0], _pair(path[0], path[1]), amountIn);
        _taxedHops(path, to, minOut);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable before(deadline) {
        require(path[0] == WETH, "UniswapV2Router: INVALID_PATH");
        _wrapInto(_pair(path[0], path[1]), msg.value);
        _taxedHops(path, to, minOut);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) {
        require(path[path.length - 1] == WETH, "UniswapV2Router: INVALID_PATH");
        _pull(path[0], _pair(path[0], path[1]), amountIn);
        _taxedHops(path, address(this), 0);
        uint256 received = IToken(WETH).balanceOf(address(this));
        require(received >= minOut, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
        _unwrapTo(to, received);
    }

    /// What to put in at the pool's own price, within what is offered; makes the pool if there is none.
    function _deposit(
        address tokenA,
        address tokenB,
        uint256 desiredA,
        uint256 desiredB,
        uint256 minA,
        uint256 minB
    ) private returns (uint256, uint256) {
        if (V2Factory(factory).getPair(tokenA, tokenB) == address(0)) V2Factory(factory).createPair(tokenA, tokenB);
        (uint256 reserveA, uint256 reserveB) = _reserves(tokenA, tokenB);
        if (reserveA == 0 && reserveB == 0) return (desiredA, desiredB);
        uint256 fittingB = quote(desiredA, reserveA, reserveB);
        if (fittingB <= desiredB) {
            require(fittingB >= minB, "UniswapV2Router: INSUFFICIENT_B_AMOUNT");
            return (desiredA, fittingB);
        }
        uint256 fittingA = quote(desiredB, reserveB, reserveA);
        assert(fittingA <= desiredA);
        require(fittingA >= minA, "UniswapV2Router: INSUFFICIENT_A_AMOUNT");
        return (fittingA, desiredB);
    }

    function _sell(uint256 amountIn, uint256 minOut, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsOut(amountIn, path);
        require(amounts[amounts.length - 1] >= minOut, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
    }

    function _buy(uint256 amountOut, uint256 maxIn, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsIn(amountOut, path);
        require(amounts[0] <= maxIn, "UniswapV2Router: EXCESSIVE_INPUT_AMOUNT");
    }

    function _hops(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i; i + 1 < path.length; i++) _hop(path, i, amounts[i + 1], to);
    }

    /// Each hop sells what arrived at the pool.
    function _taxedHops(address[] calldata path, address to, uint256 minOut) private {
        address last = path[path.length - 1];
        uint256 held = IToken(last).balanceOf(to);
        for (uint256 i; i + 1 < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = _reserves(path[i], path[i + 1]);
            uint256 arrived = IToken(path[i]).balanceOf(_pair(path[i], path[i + 1])) - reserveIn;
            _hop(path, i, getAmountOut(arrived, reserveIn, reserveOut), to);
        }
        require(IToken(last).balanceOf(to) - held >= minOut, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
    }

    function _hop(address[] calldata path, uint256 i, uint256 amountOut, address to) private {
        (uint256 out0, uint256 out1) = path[i] < path[i + 1] ? (uint256(0), amountOut) : (amountOut, uint256(0));
        address receiver = i + 2 < path.length ? _pair(path[i + 1], path[i + 2]) : to;
        V2Pair(_pair(path[i], path[i + 1])).swap(out0, out1, receiver, "");
    }

    function _permit(address pair, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        V2Pair(pair).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    function _pull(address token, address to, uint256 value) private {
        TokenMoves.pull(token, msg.sender, to, value, "TransferHelper: TRANSFER_FROM_FAILED");
    }

    function _pay(address token, address to, uint256 value) private {
        TokenMoves.pay(token, to, value, "TransferHelper: TRANSFER_FAILED");
    }

    function _payCoins(address to, uint256 value) private {
        TokenMoves.payCoins(to, value, "TransferHelper: ETH_TRANSFER_FAILED");
    }

    function _wrapInto(address pair, uint256 value) private {
        IWrapped(WETH).deposit{value: value}();
        assert(IWrapped(WETH).transfer(pair, value));
    }

    function _unwrapTo(address to, uint256 value) private {
        IWrapped(WETH).withdraw(value);
        _payCoins(to, value);
    }
}
