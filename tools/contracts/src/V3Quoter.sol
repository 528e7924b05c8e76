// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Quote, V3Quotes} from "./base/V3Quotes.sol";

/// @title Tells what a trade would give, with the interface of the first Uniswap v3 quoter.
contract V3Quoter is V3Quotes {
    constructor(address factory_, address wrapped) V3Quotes(factory_, wrapped) {}

    function quoteExactInputSingle(address tokenIn, address tokenOut, uint24 fee, uint256 amountIn, uint160 limit)
        external
        returns (uint256 amountOut)
    {
        return _sale(abi.encodePacked(tokenIn, fee, tokenOut), amountIn, limit).amount;
    }

    function quoteExactInput(bytes memory path, uint256 amountIn) external returns (uint256 amountOut) {
        Quote[] memory quotes = _sales(path, amountIn);
        return quotes[quotes.length - 1].amount;
    }

    function quoteExactOutputSingle(address tokenIn, address tokenOut, uint24 fee, uint256 amountOut, uint160 limit)
        external
        returns (uint256 amountIn)
    {
        return _purchase(abi.encodePacked(tokenOut, fee, tokenIn), amountOut, limit).amount;
    }

    function quoteExactOutput(bytes memory path, uint256 amountOut) external returns (uint256 amountIn) {
        Quote[] memory quotes = _purchases(path, amountOut);
        return quotes[quotes.length - 1].amount;
    }
}
