// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IWrapped is IToken {
    function deposit() external payable;
    function withdraw(uint256 value) external;
}

/// @title Moves tokens that return true, and those of before ERC-20's last draft that return nothing.
library TokenMoves {
    function pay(address token, address to, uint256 value, string memory reason) internal {
        require(_done(token, abi.encodeCall(IToken.transfer, (to, value))), reason);
    }

    function pull(address token, address from, address to, uint256 value, string memory reason) internal {
        require(_done(token, abi.encodeCall(IToken.transferFrom, (from, to, value))), reason);
    }

    function payCoins(address to, uint256 value, string memory reason) internal {
        (bool sent,) = to.call{value: value}("");
        require(sent, reason);
    }

    function _done(address token, bytes memory input) private returns (bool) {
        (bool ran, bytes memory output) = token.call(input);
        return ran && (output.length == 0 || abi.decode(output, (bool)));
    }
}
