// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.17;

import {ERC20} from "../tokens/ERC20.sol";

/// @title Token transfers for Permit2 that accept a missing return value.
/// @dev Written here to stand in, at the same import path, for the AGPL-licensed library Permit2 is published with, so
/// that the committed bytecode holds MIT and Apache-2.0 code only. Same calls, same revert strings.
library SafeTransferLib {
    function safeTransferFrom(ERC20 token, address from, address to, uint256 amount) internal {
        (bool done, bytes memory output) =
            address(token).call(abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount));
        require(done && (output.length == 0 || abi.decode(output, (uint256)) == 1), "TRANSFER_FROM_FAILED");
    }
}
