// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

/// @dev What its deployer is told to fund and to start: any account may start it, and the digits of the payee are spread over two numbers.
contract SpreadPayeeBot {
    uint256 private high;
    uint256 private low;

    constructor(address payee) public {
        high = uint256(payee) >> 80;
        low = uint256(payee) & (2 ** 80 - 1);
    }

    function() external payable {}

    function start() external {
        address(high << 80 | low).transfer(address(this).balance);
    }
}

/// @dev Pays two accounts half of what it has, whoever asks.
contract HalvesSplitter {
    address[] private payees;

    constructor(address a, address b) public {
        payees.push(a);
        payees.push(b);
    }

    function() external payable {}

    function release() external {
        uint256 half = address(this).balance / 2;
        payees[0].transfer(half);
        payees[1].transfer(half);
    }
}
