// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Quote, V3Quotes} from "./base/V3Quotes.sol";

/// @title Tells what a trade would give and where it leaves the price, with the interface of the second Uniswap v3 quoter.
contract V3QuoterV2 is V3Quotes {
    struct QuoteExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    struct QuoteExactOutputSingleParams {
        address tokenIn;
        address tokenOut;
        uint256 amount;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    constructor(address factory_, address wrapped) V3Quotes(factory_, wrapped) {}

    function quoteExactInputSingle(QuoteExactInputSingleParams memory params)
        external
        returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)
    {
        bytes memory path = abi.encodePacked(params.tokenIn, params.fee, params.tokenOut);
        return _told(_sale(path, params.amountIn, params.sqrtPriceLimitX96));
    }

    function quoteExactOutputSingle(QuoteExactOutputSingleParams memory params)
        external
        returns (uint256 amountIn, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)
    {
        bytes memory path = abi.encodePacked(params.tokenOut, params.fee, params.tokenIn);
        return _told(_purchase(path, params.amount, params.sqrtPriceLimitX96));
    }

    function quoteExactInput(bytes memory path, uint256 amountIn)
        external
        returns (
            uint256 amountOut,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        return _toldAll(_sales(path, amountIn));
    }

    function quoteExactOutput(bytes memory path, uint256 amountOut)
        external
        returns (
            uint256 amountIn,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        return _toldAll(_purchases(path, amountOut));
    }

    function _told(Quote memory quote) private pure returns (uint256, uint160, uint32, uint256) {
        return (quote.amount, quote.priceAfter, quote.crossed, quote.gas);
    }

    function _toldAll(Quote[] memory quotes)
        private
        pure
        returns (uint256 amount, uint160[] memory prices, uint32[] memory crossed, uint256 gas)
    {
        prices = new uint160[](quotes.length);
        crossed = new uint32[](quotes.length);
        for (uint256 i; i < quotes.length; i++) {
            prices[i] = quotes[i].priceAfter;
            crossed[i] = quotes[i].crossed;
            gas += quotes[i].gas;
            amount = quotes[i].amount;
        }
    }
}
