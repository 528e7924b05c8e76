// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Paths of trades: token (20 bytes), fee (3 bytes), token, fee, …, token.
library V3Path {
    uint256 private constant HOP = 23;

    function hasMore(bytes memory path) internal pure returns (bool) {
        return path.length >= 20 + 2 * HOP;
    }

    function first(bytes memory path) internal pure returns (address tokenA, address tokenB, uint24 fee) {
        require(path.length >= 20 + HOP, "toAddress_outOfBounds");
        assembly {
            tokenA := shr(96, mload(add(path, 32)))
            fee := shr(232, mload(add(path, 52)))
            tokenB := shr(96, mload(add(path, 55)))
        }
    }

    /// The path without its first hop.
    function rest(bytes memory path) internal pure returns (bytes memory tail) {
        return _part(path, HOP, path.length - HOP);
    }

    /// The first hop alone.
    function hop(bytes memory path) internal pure returns (bytes memory) {
        return _part(path, 0, 20 + HOP);
    }

    function _part(bytes memory path, uint256 start, uint256 length) private pure returns (bytes memory part) {
        part = new bytes(length);
        for (uint256 i; i < length; i++) part[i] = path[start + i];
    }
}
