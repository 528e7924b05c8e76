// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {V3Math} from "./base/V3Math.sol";
import {V3Path} from "./base/V3Path.sol";
import {V3User} from "./base/V3User.sol";
import {V3Pool} from "./V3Pool.sol";

/// @title Trades with pools of concentrated liquidity, with the interface of the first Uniswap v3 router.
contract V3Router is V3User {
    using V3Path for bytes;

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct ExactOutputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 deadline;
        uint256 amountOut;
        uint256 amountInMaximum;
        uint160 sqrtPriceLimitX96;
    }

    struct ExactOutputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountOut;
        uint256 amountInMaximum;
    }

    /// A trade with the first pool of a path; `down` where token 0 is sold, `amount` negative where it is bought.
    struct Order {
        bool down;
        int256 amount;
        address recipient;
        uint160 limit;
        address payer;
    }

    /// What the last hop of a purchase cost; zero between calls.
    uint256 private cost;

    constructor(address factory_, address wrapped) V3User(factory_, wrapped) {}

    function exactInputSingle(ExactInputSingleParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 amountOut)
    {
        bytes memory path = abi.encodePacked(params.tokenIn, params.fee, params.tokenOut);
        amountOut = _sell(params.amountIn, _or(params.recipient), params.sqrtPriceLimitX96, path, msg.sender);
        require(amountOut >= params.amountOutMinimum, "Too little received");
    }

    function exactInput(ExactInputParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 amountOut)
    {
        bytes memory path = params.path;
        address payer = msg.sender;
        amountOut = params.amountIn;
        for (;; path = path.rest()) {
            bool more = path.hasMore();
            amountOut = _sell(amountOut, more ? address(this) : _or(params.recipient), 0, path.hop(), payer);
            payer = address(this);
            if (!more) break;
        }
        require(amountOut >= params.amountOutMinimum, "Too little received");
    }

    function exactOutputSingle(ExactOutputSingleParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 amountIn)
    {
        bytes memory path = abi.encodePacked(params.tokenOut, params.fee, params.tokenIn);
        amountIn = _buy(params.amountOut, _or(params.recipient), params.sqrtPriceLimitX96, path, msg.sender);
        require(amountIn <= params.amountInMaximum, "Too much requested");
        cost = 0;
    }

    /// @dev The path runs backwards: what is bought comes first.
    function exactOutput(ExactOutputParams calldata params)
        external
        payable
        before(params.deadline)
        returns (uint256 amountIn)
    {
        _buy(params.amountOut, _or(params.recipient), 0, params.path, msg.sender);
        amountIn = cost;
        require(amountIn <= params.amountInMaximum, "Too much requested");
        cost = 0;
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external {
        require(amount0Delta > 0 || amount1Delta > 0);
        (bytes memory path, address payer) = abi.decode(data, (bytes, address));
        (address tokenA, address tokenB, uint24 fee) = path.first();
        require(msg.sender == _pool(tokenA, tokenB, fee));
        uint256 due = uint256(amount0Delta > 0 ? amount0Delta : amount1Delta);
        address token = (amount0Delta > 0) == (tokenA < tokenB) ? tokenA : tokenB;
        // In a sale the first token of the path is owed, in a purchase the second one.
        if (token == tokenA) return _payPool(tokenA, payer, msg.sender, due);
        if (path.hasMore()) {
            _buy(due, msg.sender, 0, path.rest(), payer);
            return;
        }
        cost = due;
        _payPool(tokenB, payer, msg.sender, due);
    }

    function _sell(uint256 amountIn, address recipient, uint160 limit, bytes memory path, address payer)
        private
        returns (uint256 amountOut)
    {
        (address tokenIn, address tokenOut,) = path.first();
        (, amountOut) = _swap(Order(tokenIn < tokenOut, _signed(amountIn), recipient, limit, payer), path);
    }

    function _buy(uint256 amountOut, address recipient, uint160 limit, bytes memory path, address payer)
        private
        returns (uint256 amountIn)
    {
        (address tokenOut, address tokenIn,) = path.first();
        uint256 received;
        (amountIn, received) = _swap(Order(tokenIn < tokenOut, -_signed(amountOut), recipient, limit, payer), path);
        // With a limit of its own a purchase may stop early; without one it must be whole.
        if (limit == 0) require(received == amountOut);
    }

    function _swap(Order memory order, bytes memory path) private returns (uint256 paid, uint256 received) {
        bytes memory data = abi.encode(path, order.payer);
        uint160 limit = order.limit;
        if (limit == 0) limit = order.down ? V3Math.MIN_PRICE + 1 : V3Math.MAX_PRICE - 1;
        (int256 amount0, int256 amount1) =
            _firstPool(path).swap(order.recipient, order.down, order.amount, limit, data);
        return order.down ? (uint256(amount0), uint256(-amount1)) : (uint256(amount1), uint256(-amount0));
    }

    function _firstPool(bytes memory path) private view returns (V3Pool) {
        (address tokenA, address tokenB, uint24 fee) = path.first();
        return V3Pool(_pool(tokenA, tokenB, fee));
    }

    function _signed(uint256 value) private pure returns (int256) {
        require(value < 2 ** 255);
        return int256(value);
    }

    /// The zero address stands for the router, where a later call of the batch picks it up.
    function _or(address recipient) private view returns (address) {
        return recipient == address(0) ? address(this) : recipient;
    }
}
