// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @dev The few token functions the lures and honest look-alikes call.
interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface ICollectible {
    function transferFrom(address from, address to, uint256 tokenId) external;
}

interface IPermitToken {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external;
}

/// @dev Token transfers that accept a missing return value, as USDT-like tokens need.
library Tokens {
    function pull(address token, address from, address to, uint256 value) internal returns (bool) {
        return _call(token, abi.encodeCall(IToken.transferFrom, (from, to, value)));
    }

    function push(address token, address to, uint256 value) internal returns (bool) {
        return _call(token, abi.encodeCall(IToken.transfer, (to, value)));
    }

    function held(address token, address account) internal view returns (uint256) {
        return IToken(token).balanceOf(account);
    }

    /// What `spender` could take from `from` now.
    function takeable(address token, address from, address spender) internal view returns (uint256) {
        uint256 balance = held(token, from);
        uint256 allowed = IToken(token).allowance(from, spender);
        return balance < allowed ? balance : allowed;
    }

    function _call(address token, bytes memory input) private returns (bool) {
        (bool done, bytes memory output) = token.call(input);
        return done && (output.length == 0 || abi.decode(output, (bool)));
    }
}
