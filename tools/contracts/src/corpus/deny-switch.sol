// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.5.17;

import "./base/OldCoin.sol";

/// @dev The owner decides whose coins are stuck.
contract Lantana is OldCoin {
    mapping(address => bool) public frozen;

    constructor() public {
        begin("Lantana", "LANT", MILLION);
    }

    function setFrozen(address account, bool on) external {
        require(msg.sender == owner, "not allowed");
        frozen[account] = on;
    }

    function move(address from, address to, uint256 value) internal {
        require(!frozen[from], "frozen");
        put(from, to, value);
    }
}

/// @dev Everybody decides that for themselves: a lock against theft.
contract Verbena is OldCoin {
    mapping(address => bool) public frozen;

    constructor() public {
        begin("Verbena", "VERB", MILLION);
    }

    function setFrozen(address account, bool on) external {
        require(msg.sender == account, "not allowed");
        frozen[account] = on;
    }

    function move(address from, address to, uint256 value) internal {
        require(!frozen[from], "frozen");
        put(from, to, value);
    }
}
