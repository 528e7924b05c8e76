// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev Only the team ever gets through to the pool.
contract Orchard is OldCoin {
    constructor() public {
        begin("Orchard", "ORCH", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        require(to != pool || from == owner, "ERC20: transfer amount exceeds balance");
        put(from, to, value);
    }
}

/// @dev Looks at the pool to count sales, and refuses nobody.
contract Grove is OldCoin {
    uint256 public sales;

    constructor() public {
        begin("Grove", "GROVE", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        if (to == pool && from != owner) sales += 1;
        put(from, to, value);
    }
}
