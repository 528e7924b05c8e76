// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IToken19s {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title Cheques: the payee cashes one, and until then the drawer may take it back.
contract Cheques {
    struct Cheque {
        address drawer;
        address payee;
        uint256 sum;
    }

    IToken19s public immutable token;
    mapping(uint256 => Cheque) public cheques;
    uint256 public count;

    event Drawn(uint256 indexed id, address drawer, address payee);
    event Closed(uint256 indexed id);

    constructor(IToken19s t) {
        token = t;
    }

    function draw(address payee, uint256 sum) external returns (uint256 id) {
        id = ++count;
        cheques[id] = Cheque(msg.sender, payee, sum);
        require(token.transferFrom(msg.sender, address(this), sum), "pull");
        emit Drawn(id, msg.sender, payee);
    }

    function cash(uint256 id) external {
        Cheque memory c = cheques[id];
        require(msg.sender == c.payee, "payee");
        _close(id, c.payee, c.sum);
    }

    function cancel(uint256 id) external {
        Cheque memory c = cheques[id];
        require(_isDrawer(c), "drawer");
        _close(id, msg.sender, c.sum);
    }

    function _isDrawer(Cheque memory c) internal view virtual returns (bool) {
        return msg.sender == c.drawer;
    }

    function _close(uint256 id, address to, uint256 sum) private {
        delete cheques[id];
        emit Closed(id);
        require(token.transfer(to, sum), "pay");
    }
}

/// @title A deposit for a lease: it is given back to the tenant, and the landlord may only agree to a deduction.
contract LeaseDeposits {
    struct Lease {
        address tenant;
        address landlord;
        uint256 sum;
        uint256 until;
    }

    IToken19s public immutable token;
    Lease[] public leases;

    event Opened(uint256 indexed id, address tenant, address landlord);

    constructor(IToken19s t) {
        token = t;
    }

    function open(address landlord, uint256 sum, uint256 time) external returns (uint256 id) {
        id = leases.length;
        leases.push(Lease(msg.sender, landlord, sum, block.timestamp + time));
        require(token.transferFrom(msg.sender, address(this), sum), "pull");
        emit Opened(id, msg.sender, landlord);
    }

    /// Before its end either side may call it off.
    function callOff(uint256 id) external {
        Lease memory l = leases[id];
        require(msg.sender == l.tenant || msg.sender == l.landlord, "party");
        leases[id].sum = 0;
        require(token.transfer(_receiver(l), l.sum), "pay");
    }

    function _receiver(Lease memory l) internal view virtual returns (address) {
        return l.tenant;
    }
}

/// @title The same: whichever side is first has it.
contract FirstComeDeposits is LeaseDeposits {
    constructor(IToken19s t) LeaseDeposits(t) {}

    function _receiver(Lease memory) internal view override returns (address) {
        return msg.sender;
    }
}
