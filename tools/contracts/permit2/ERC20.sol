// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.17;

/// @title The type Permit2 uses for a token's address; see SafeTransferLib.
interface ERC20 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}
