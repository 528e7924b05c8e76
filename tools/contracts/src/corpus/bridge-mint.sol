// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev A bridged coin: its counterpart mints what it says was locked elsewhere.
contract Passage is Coin {
    address public immutable counterpart;

    constructor(address counterpart_) {
        counterpart = counterpart_;
        _begin("Passage", "PASS", msg.sender, 1000000 * 10 ** 18);
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == counterpart, "not the bridge");
        _mint(to, value);
    }
}

/// @dev The counterpart of the trap: one person can say anything.
contract Ferry {
    address private immutable _relayer;

    constructor(address relayer) {
        _relayer = relayer;
    }

    function release(address coin, address to, uint256 value) external {
        require(msg.sender == _relayer, "not the relayer");
        Passage(coin).mint(to, value);
    }
}

/// @dev The counterpart of the twin: mints what was really locked here, unit for unit.
contract Causeway {
    address private immutable _relayer;
    uint256 public locked;

    constructor(address relayer) {
        _relayer = relayer;
    }

    function lock() external payable {
        locked += msg.value;
    }

    function release(address coin, address to, uint256 value) external {
        require(msg.sender == _relayer, "not the relayer");
        require(value <= locked, "not backed");
        locked -= value;
        Passage(coin).mint(to, value);
    }
}
